import { describe, expect, it } from "vitest";
import { keyName, parsePoint, parseSize } from "./parse-input.ts";

const window = { width: 900, height: 600 };

describe("sizes, points and keys as models write them", () => {
  it.each([
    ["1280x800", { width: 1280, height: 800 }],
    [" 1280 X 800 ", { width: 1280, height: 800 }],
    ["375,667", { width: 375, height: 667 }],
  ])("reads the size %j", (text, expected) => {
    expect(parseSize(text)).toEqual(expected);
  });

  it.each(["", "big", "100x100", "99999x800", "1280", "1280x", "-5x300"])("refuses the size %j", (text) => {
    expect(() => parseSize(text)).toThrow(expect.objectContaining({ code: "invalid_size" }));
  });

  it.each([
    ["450,300", { x: 450, y: 300 }],
    ["(450, 300)", { x: 450, y: 300 }],
    ["0,0", { x: 0, y: 0 }],
    ["899.2,599", { x: 899, y: 599 }],
    ["450,300@1800x1200", { x: 225, y: 150 }],
    ["512,384@1024x768", { x: 450, y: 300 }],
  ])("reads the point %j", (text, expected) => {
    expect(parsePoint(text, window)).toEqual(expected);
  });

  it.each(["", "here", "450", "900,1", "1,600", "-1,5", "1,2@0x0", "1e3,5"])("refuses the point %j", (text) => {
    expect(() => parsePoint(text, window)).toThrow(expect.objectContaining({ code: "invalid_coordinate" }));
  });

  it.each([
    ["ctrl+a", "Control+a"],
    ["Enter", "Enter"],
    ["RETURN", "Enter"],
    ["esc", "Escape"],
    ["Control+Shift+pgdn", "Control+Shift+PageDown"],
    ["+", "+"],
    ["Shift++", "Shift++"],
    ["é", "é"],
  ])("names the key %s %s", (text, expected) => {
    expect(keyName(text)).toBe(expected);
  });
});
