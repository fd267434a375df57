// Test files run one after another in the same process (`isolate: false`): a file that leaves the process changed
// fails itself, instead of breaking a later one.
import { afterAll } from "vitest";

const before = processState();

afterAll(() => {
  const after = processState();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
  if (changed.length > 0) throw new Error(`This test file leaves the process changed: ${changed.join(", ")}.`);
});

function processState() {
  return new Map<string, unknown>([
    ["process.cwd()", process.cwd()],
    ["process.umask()", process.umask()],
    ["process.exitCode", process.exitCode],
    ["setTimeout", setTimeout],
    ["setInterval", setInterval],
    ["Date", Date],
    ["fetch", fetch],
    ["process.stdout.write", Reflect.get(process.stdout, "write")],
    ["process.stderr.write", Reflect.get(process.stderr, "write")],
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
  ]);
}
