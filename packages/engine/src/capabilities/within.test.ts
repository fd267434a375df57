import { type Capabilities, type Mode, type NetworkCapability, toolGroups, unlimited } from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { architectMode, askMode, codeMode, orchestratorMode } from "../../test/builtin-mode.ts";
import { mayWrite } from "./may-write.ts";
import { compileMode } from "./task-capabilities.ts";
import { childCeiling, within } from "./within.ts";

const paths = ["a.md", "docs/a.md", "docs/a.ts", "src/a.ts", "src/a.test.ts", "A.MD", "", "x".repeat(5000)];
const hosts = ["a.org", "b.a.org", "c.b.a.org", "a.org.evil", "b.org"].flatMap((name) => [`${name}:443`, `${name}:80`]);

const patterns = fc.constantFrom("\\.md$", "^docs/", "^src/", "\\.test\\.ts$", "[", "");
const writes = fc.oneof(
  fc.constantFrom("none" as const, "all" as const),
  fc.record({ patterns: fc.array(fc.array(patterns, { maxLength: 2 }), { minLength: 1, maxLength: 3 }) }),
);
const hostNames = fc.constantFrom("a.org", "*.a.org", "*.b.a.org", "b.org", "*.org", "b.a.org:443", "*.a.org:80");
const networks = fc.oneof(
  fc.constantFrom("none" as const, "all" as const),
  fc.record({ hosts: fc.array(hostNames, { maxLength: 3 }) }),
);
const capabilities: fc.Arbitrary<Capabilities> = fc.record({
  groups: fc.subarray([...toolGroups]),
  write: writes,
  exec: fc.boolean(),
  network: networks,
});

describe("the intersection of capabilities", () => {
  it("is never more than either", () => {
    fc.assert(
      fc.property(capabilities, capabilities, (left, right) => {
        const both = within(left, right);
        for (const one of [left, right]) expect(allows(one)).toEqual(expect.arrayContaining(allows(both)));
      }),
      { numRuns: 100 },
    );
  });

  it("is commutative and idempotent, and unlimited is neutral", () => {
    fc.assert(
      fc.property(capabilities, capabilities, capabilities, (one, two, three) => {
        const all = allows(within(within(one, two), three));
        expect(allows(within(one, within(two, three)))).toEqual(all);
        expect(allows(within(three, within(two, one)))).toEqual(all);
        expect(allows(within(within(one, two), two))).toEqual(allows(within(one, two)));
        expect(allows(within(within(one, unlimited), two))).toEqual(allows(within(one, two)));
      }),
      { numRuns: 100 },
    );
  });

  it("limits a whole tree of tasks", () => {
    const modes: fc.Arbitrary<Mode> = fc.constantFrom(codeMode, askMode, architectMode, orchestratorMode);
    fc.assert(
      fc.property(fc.array(modes, { minLength: 1, maxLength: 6 }), (line) => {
        let ceiling = unlimited;
        for (const mode of line) {
          const own = within(compileMode(mode), ceiling);
          const next = childCeiling(mode, own, ceiling);
          expect(allows(ceiling)).toEqual(expect.arrayContaining(allows(next)));
          expect(allows(ceiling)).toEqual(expect.arrayContaining(allows(own)));
          ceiling = next;
        }
        expect(line.includes(askMode) && ceiling.write !== "none").toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});

it("compiles the built-in modes", () => {
  expect(compileMode(askMode)).toEqual({ groups: ["read", "mcp"], write: "none", exec: false, network: "all" });
  expect(compileMode(architectMode)).toMatchObject({ write: { patterns: [["\\.md$"]] }, exec: false });
  expect(compileMode(codeMode)).toMatchObject({ write: "all", exec: true, network: "all" });
  expect(compileMode(orchestratorMode)).toEqual({ groups: [], write: "none", exec: false, network: "none" });
});

it("passes the ceiling of a task that only delegates on to its subtasks", () => {
  const ceiling = within(compileMode(architectMode), unlimited);
  const own = within(compileMode(orchestratorMode), ceiling);
  expect(childCeiling(orchestratorMode, own, ceiling)).toEqual(ceiling);
  expect(childCeiling(askMode, compileMode(askMode), unlimited)).toEqual(compileMode(askMode));
});

it("allows no write if a pattern or the path is invalid", () => {
  expect(mayWrite({ patterns: [["["]] }, "a.md")).toBe(false);
  expect(mayWrite({ patterns: [[".*"]] }, "a/".repeat(300))).toBe(false);
  expect(mayWrite({ patterns: [["[", "\\.md$"]] }, "a.md")).toBe(true);
  expect(mayWrite({ patterns: [["\\.md$"], ["^docs/"]] }, "a.md")).toBe(false);
  expect(mayWrite({ patterns: [["\\.md$"], ["^docs/"]] }, "docs/a.md")).toBe(true);
  expect(mayWrite({ patterns: [["\\.md$"]] }, "y.txt\n.md")).toBe(false);
  expect(mayWrite({ patterns: [["\\.md$"]] }, "y.txt\u200B.md")).toBe(false);
});

/** Which samples it allows. */
function allows({ groups, write, exec, network }: Capabilities): string[] {
  return [
    ...groups.filter((group) => (group !== "command" || exec) && (group !== "edit" || write !== "none")),
    ...paths.filter((path) => mayWrite(write, path)).map((path) => `write ${path}`),
    ...(exec ? ["exec"] : []),
    ...hosts.filter((host) => reaches(network, host)).map((host) => `reach ${host}`),
  ].sort();
}

function reaches(network: NetworkCapability, target: string): boolean {
  if (network === "all" || network === "none") return network === "all";
  const [name = "", port] = target.split(":");
  return network.hosts.some((host) => {
    const [pattern = "", only = port] = host.split(":");
    const isName = pattern.startsWith("*.") ? name.endsWith(pattern.slice(1)) : name === pattern;
    return isName && only === port;
  });
}
