import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from "parse5";
import { expect, test } from "vitest";
import { metrics, oneTrialEach, run, trial } from "../../test/eval-runs.ts";
import { call, findAndRead, mcpTrial } from "../../test/mcp-trials.ts";
import { type RunWithTrials, summarizeMcp } from "../statistics/index.ts";
import { evalDocument } from "./eval-document.ts";
import { evalReport } from "./eval-report.ts";
import { mcpDocument } from "./mcp/mcp-document.ts";
import { renderPage } from "./page.ts";

const at = new Date("2025-03-01T10:00:00Z");
const pageOf = (runs: readonly RunWithTrials[]) => renderPage(evalDocument(evalReport(runs, at)));
const two = [
  { run: run({ id: 1 }), trials: oneTrialEach("ppff".repeat(6)) },
  { run: run({ id: 2 }), trials: oneTrialEach("pfpf".repeat(6)) },
];

test("the page is self-contained: no scripts, links or event handlers", () => {
  expect(problemsOf(pageOf(two))).toEqual([]);
});

test("hostile names stay text", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)></title></style></svg>' onload='x\0\u202e`;
  const hostile = trial({
    language: evil,
    exercise: evil,
    flags: [evil],
    metrics: metrics({ toolUsage: { [evil]: { attempts: 2, failures: 1 } } }),
  });
  const error = trial({ language: evil, verdict: "error", error: { code: evil, message: evil } });
  const runs = [1, 2].map((id) => ({
    run: run({
      id,
      name: evil,
      model: evil,
      request: { suite: evil, agent: `${evil}${id}`, settings: { [evil]: `${evil}${id}` } },
    }),
    trials: [
      hostile,
      error,
      trial({ language: evil, exercise: evil, verdict: id === 1 ? "passed" : "failed", iteration: 2 }),
    ],
  }));
  const intent = { ...findAndRead, id: evil, text: evil, gold: { [evil]: { tools: ["find"], minimumSteps: 1 } } };
  const mcp = mcpDocument(summarizeMcp([mcpTrial([call("find")], { server: evil, intent })]), at);
  expect(problemsOf(pageOf(runs))).toEqual([]);
  expect(problemsOf(renderPage(mcp))).toEqual([]);
  expect(textOf(pageOf(runs))).toContain(evil.slice(0, -2));
});

test("every chart has a title, every table a caption and headings", () => {
  const elements = elementsOf(pageOf(two));
  const pictures = elements.filter((element) => attribute(element, "role") === "img");
  expect(pictures.length).toBeGreaterThan(5);
  for (const picture of pictures) {
    const title = picture.childNodes.find((child) => child.nodeName === "title");
    expect(
      attribute(picture, "aria-label") ?? (title && "childNodes" in title && title.childNodes.length),
    ).toBeTruthy();
  }
  const regions = elements.filter((element) => attribute(element, "role") === "region");
  expect(regions.length).toBe(elements.filter(({ tagName }) => tagName === "table").length);
  for (const region of regions) expect(attribute(region, "aria-label")).toBeTruthy();
  const headings = elements.filter(({ tagName }) => tagName === "th");
  for (const heading of headings) expect(attribute(heading, "scope")).toMatch(/^(col|row)$/);
});

test("charts stay within their frame, and points are at the right position", () => {
  const elements = elementsOf(pageOf(two));
  const positions = elements.flatMap((element) =>
    ["x", "x1", "x2", "cx"].flatMap((name) => /^([\d.-]+)%$/.exec(attribute(element, name) ?? "")?.[1] ?? []),
  );
  expect(positions.length).toBeGreaterThan(50);
  for (const position of positions) {
    expect(Number(position)).toBeGreaterThanOrEqual(0);
    expect(Number(position)).toBeLessThanOrEqual(100);
  }
  const point = elements.find((element) => attribute(element, "class") === "point");
  expect(point && attribute(point, "cx")).toBe("50%");
});

test("exercises on which runs differ are highlighted and marked in the chart", () => {
  const elements = elementsOf(pageOf(two));
  const flips = elements.filter((element) => element.tagName === "tr" && attribute(element, "class") === "flip");
  // Once in the list of flips, once in the list of all exercises.
  expect(flips).toHaveLength(24);
  expect(elements.some((element) => attribute(element, "class") === "cell-flip")).toBe(true);
});

test("an empty report is still a valid page", () => {
  expect(textOf(pageOf([]))).toContain("There are no runs to report on.");
  expect(textOf(renderPage(mcpDocument([], at)))).toContain("There are no trials to report on.");
});

/** Elements and attributes that could run or load something, and parse errors. */
function problemsOf(page: string): string[] {
  const errors: string[] = [];
  parse(page, { onParseError: ({ code }) => errors.push(code) });
  const active = elementsOf(page).flatMap((element) => [
    ...(["script", "img", "iframe", "object", "link", "base", "form", "a"].includes(element.tagName)
      ? [element.tagName]
      : []),
    ...element.attrs.map(({ name }) => name).filter((name) => /^(on|src|href|xlink:href|action|style$)/.test(name)),
  ]);
  return [...errors, ...active];
}

function elementsOf(page: string): DefaultTreeAdapterTypes.Element[] {
  const found: DefaultTreeAdapterTypes.Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (tree.isElementNode(node)) found.push(node);
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(page));
  return found;
}

function textOf(page: string): string {
  const texts: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if (tree.isTextNode(node)) texts.push(node.value);
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(page));
  return texts.join("");
}

function attribute(element: DefaultTreeAdapterTypes.Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}
