import { describe, expect, it } from "vitest";
import { findPlaceholder, isPlaceholder } from "./find-placeholder.ts";

const oldText = [
  "import a from 'a';",
  "",
  "function one() {",
  "  a();",
  "  b();",
  "  c();",
  "}",
  "",
  "end();",
  "",
].join("\n");

describe("a placeholder for omitted code", () => {
  it.each([
    "// ... rest of the code unchanged ...",
    "// ... existing code ...",
    "# ... existing code ...",
    "/* ... rest of the file ... */",
    "<!-- rest of the document unchanged -->",
    "{/* ... existing JSX content ... */}",
    "-- ... remaining columns unchanged (rest of file omitted)",
    "; ... rest of the section ...",
    "% ... remaining content unchanged",
    '""" ... rest of the class unchanged ... """',
    "(* ... existing code ... *)",
    "// (rest of methods ...)",
    "(rest of code ...)",
    "[... rest of the file unchanged ...]",
    "// ... unchanged ...",
    "// … existing imports …",
    "// other methods remain the same",
    "// rest of the file content remains unchanged until the writeToFile method",
  ])("is found in %s", (line) => {
    expect(isPlaceholder(line)).toBe(true);
    const newText = `import a from 'a';\n\nfunction one() {\n  ${line}\n}\n\nend();\n`;
    expect(findPlaceholder({ path: "a.ts", newText, oldText })).toEqual({ line: 4, text: line });
  });

  it.each(["// ...", "# ...", "/* ... */", "...", "…"])("is found in bare dots that replace code: %s", (line) => {
    const newText = `import a from 'a';\n\nfunction one() {\n  ${line}\n}\n\nend();\n`;
    expect(findPlaceholder({ path: "a.ts", newText, oldText })?.line).toBe(4);
  });
});

describe("lines that only look like placeholders", () => {
  it.each([
    ["a Python body", "a.py", "    ..."],
    ["a Python stub", "a.pyi", "def f() -> int: ..."],
    ["a spread", "a.ts", "  ...existingProps,"],
    ["a spread call", "a.ts", "  call(...rest);"],
    ["a rest parameter", "a.ts", "function f(...remaining) {"],
    ["the end of a YAML document", "a.yml", "..."],
    ["prose", "a.md", "The rest of the code is described below..."],
    ["prose with dots", "a.md", "..."],
    ["a string in a test", "a.test.ts", '    "// ... rest of the code unchanged ...",'],
    ["a comment about the rest", "a.ts", "// skip the rest of the line"],
    ["a comment about what exists", "a.ts", "// existing files are kept, others written"],
    ["a comment that tails off", "a.ts", "// wait for it..."],
    ["a comment about a place", "a.ts", "// Use the existing config here"],
    ["a comment that the rest is elsewhere", "a.ts", "// the rest is handled here"],
    ["a to-do", "a.ts", "// handle other cases later"],
    ["a variadic", "a.c", "int printf(const char *format, ...);"],
    ["a case range", "a.go", "args ...string"],
  ])("pass: %s", (_, path, line) => {
    const newText = `import a from 'a';\n\n${line}\nend();\n`;
    expect(findPlaceholder({ path, newText, oldText })).toBeUndefined();
  });

  it("pass when no code is lost", () => {
    const newText = oldText.replace("end();", "// ... rest of the code goes here ...\nend();");
    expect(findPlaceholder({ path: "a.ts", newText, oldText })).toBeUndefined();
  });

  it("pass when the file had them before", () => {
    const before = `${oldText}// ... existing code ...\n`;
    expect(
      findPlaceholder({ path: "a.ts", newText: "x\n// ... existing code ...\n", oldText: before }),
    ).toBeUndefined();
  });
});
