// Runs the test files named in an input file on Node's test runner, with Jest's globals, and writes the outcome of each test
// with the nonce of that file.
import assert from "node:assert";
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import nodeTest, { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { alteredSince, takeFingerprints } from "./fingerprints.mjs";
import * as jestGlobals from "./jest-globals.mjs";

// Read before a solution is loaded, so that replacing them has no effect here.
const { exit, stdout } = process;
const write = writeFileSync;
const [nonce, results, folder, , ...tests] = readInput(process.argv[2]);
resolveLikeBundlers();
defineGlobals();
freezeAssertions();
const before = takeFingerprints();

const files = tests.map((test) => join(folder, test));
const testSources = [...files, fileURLToPath(new URL("./jest-globals.mjs", import.meta.url))];
const outcomes = new Map();
const stream = run({ files, isolation: "none", concurrency: 1, cwd: folder });
for await (const { type, data } of stream) {
  if (type === "test:pass" || type === "test:fail") recordOutcome(type, data);
}
for (const name of alteredSince(before)) {
  outcomes.set(`altered ${name}`, "failed");
  print(`The solution altered ${name}.\n`);
}
const passed = [...outcomes.values()].filter((outcome) => outcome === "passed").length;
print(`${passed} of ${outcomes.size} tests passed.\n`);
const written = [...outcomes].map(([name, outcome]) => `${nonce} ${outcome} ${name}\n`);
write(results, `${written.join("")}${nonce} done\n`);
exit(outcomes.size > 0 && passed === outcomes.size ? 0 : 1);

function readInput(file) {
  const text = readFileSync(file, "utf8");
  unlinkSync(file);
  return text.trimEnd().split("\n");
}

/** Suites are not tests, and passed tests that the solution itself declares do not count. */
function recordOutcome(type, data) {
  const { details, file } = data;
  if (details?.error?.failureType === "subtestsFailed") return;
  if (type === "test:pass" && (details?.type === "suite" || (file !== undefined && !testSources.includes(file))))
    return;
  const isPassed = type === "test:pass" && data.skip === undefined && data.todo === undefined;
  const outcome = isPassed ? "passed" : type === "test:pass" ? "skipped" : "failed";
  const name = `${file ?? ""}:${data.line}:${data.column} ${data.name.replaceAll(/\s+/g, " ")} ${outcomes.size}`;
  outcomes.set(name, outcome);
  if (outcome === "failed") print(`FAILED ${data.name}\n${describe(details?.error?.cause ?? details?.error)}\n`);
}

/** Without the runner's stack frames. */
function describe(error) {
  const lines = String(error?.stack ?? inspect(error)).split("\n");
  return lines.filter((line) => !/^ +at .*\(?node:/.test(line)).join("\n");
}

function print(text) {
  stdout.write(text);
}

/** Finds `./leap.js` for `./leap`, as bundlers do. */
function resolveLikeBundlers() {
  const globals = new URL("./jest-globals.mjs", import.meta.url).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "@jest/globals") return { url: globals, shortCircuit: true };
      if (!/^\.{1,2}\//.test(specifier)) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch (error) {
        for (const ending of [".js", ".mjs", ".cjs", "/index.js"]) {
          try {
            return next(specifier + ending, context);
          } catch {
            // The first error names the requested path.
          }
        }
        throw error;
      }
    },
  });
}

function defineGlobals() {
  for (const [name, value] of Object.entries(jestGlobals))
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
}

/** Replacing an assertion would make tests pass without a solution. */
function freezeAssertions() {
  for (const target of [assert, assert.strict, nodeTest]) Object.freeze(target);
}
