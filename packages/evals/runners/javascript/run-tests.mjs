// Runs test files by an order on Node's own runner and says, with the order's nonce, what came of each test. Jest's globals are there.
import assert from "node:assert";
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import nodeTest, { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { alteredSince, takeFingerprints } from "./fingerprints.mjs";
import * as jestGlobals from "./jest-globals.mjs";

// Taken before a solution is loaded: one that replaces them changes nothing here.
const { exit, stdout } = process;
const write = writeFileSync;
const [nonce, results, folder, , ...tests] = readOrder(process.argv[2]);
resolveAsBundlersDo();
offerGlobals();
guardJudges();
const before = takeFingerprints();

const files = tests.map((test) => join(folder, test));
const declaring = [...files, fileURLToPath(new URL("./jest-globals.mjs", import.meta.url))];
const outcomes = new Map();
const stream = run({ files, isolation: "none", concurrency: 1, cwd: folder });
for await (const { type, data } of stream) {
  if (type === "test:pass" || type === "test:fail") note(type, data);
}
for (const name of alteredSince(before)) {
  outcomes.set(`altered ${name}`, "failed");
  print(`The solution altered ${name}.\n`);
}
const passed = [...outcomes.values()].filter((outcome) => outcome === "passed").length;
print(`${passed} of ${outcomes.size} tests passed.\n`);
const told = [...outcomes].map(([name, outcome]) => `${nonce} ${outcome} ${name}\n`);
write(results, `${told.join("")}${nonce} done\n`);
exit(outcomes.size > 0 && passed === outcomes.size ? 0 : 1);

function readOrder(file) {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  unlinkSync(file);
  return lines;
}

/** What only holds tests is none, and tests that a solution registers itself do not count for it. */
function note(type, data) {
  const { details, file } = data;
  if (details?.error?.failureType === "subtestsFailed") return;
  if (type === "test:pass" && (details?.type === "suite" || (file !== undefined && !declaring.includes(file)))) return;
  const isPassed = type === "test:pass" && data.skip === undefined && data.todo === undefined;
  const outcome = isPassed ? "passed" : type === "test:pass" ? "skipped" : "failed";
  const name = `${file ?? ""}:${data.line}:${data.column} ${data.name.replaceAll(/\s+/g, " ")} ${outcomes.size}`;
  outcomes.set(name, outcome);
  if (outcome === "failed") print(`FAILED ${data.name}\n${describe(details?.error?.cause ?? details?.error)}\n`);
}

/** Without the frames of the runner. */
function describe(error) {
  const lines = String(error?.stack ?? inspect(error)).split("\n");
  return lines.filter((line) => !/^ +at .*\(?node:/.test(line)).join("\n");
}

function print(text) {
  stdout.write(text);
}

/** `./leap` for `./leap.js`, as in files that are meant to be bundled. */
function resolveAsBundlersDo() {
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
            // The first error says what was asked for.
          }
        }
        throw error;
      }
    },
  });
}

function offerGlobals() {
  for (const [name, value] of Object.entries(jestGlobals))
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
}

/** Whoever replaces a check passes tests without solving anything. */
function guardJudges() {
  for (const judge of [assert, assert.strict, nodeTest]) Object.freeze(judge);
}
