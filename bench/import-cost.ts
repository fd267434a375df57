import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, ms, type Row } from "./table.ts";

const rounds = 5;
const entry = new URL("../packages/providers/src/index.ts", import.meta.url).href;

/** Prints how long an import took, and which modules from outside the repository it loaded. */
const probe = `
const { registerHooks } = process.getBuiltinModule("node:module");
const loaded = new Set();
registerHooks({ load(url, context, next) { loaded.add(url); return next(url, context); } });
const startedAt = performance.now();
if (process.argv[1] !== "nothing") await import(process.argv[1]);
const elapsed = performance.now() - startedAt;
const packages = [...loaded].filter((url) => url.includes("/node_modules/"));
process.stdout.write(JSON.stringify({ elapsed, packages: packages.map((url) => url.split("/node_modules/").at(-1)) }));
`;

/** The import time of the providers package, which must not load a vendor SDK. */
export async function importRow(): Promise<Row> {
  const runs = Array.from({ length: rounds }, () => importOnce(entry));
  const packages = [...new Set(runs.flatMap((run) => run.packages.map(packageOf)))];
  const floor = median(Array.from({ length: rounds }, () => importOnce("node:http").elapsed));
  return {
    what: "importing @roo-code/providers loads no vendor SDK",
    floor: `${ms(floor)} (node:http)`,
    ours: ms(median(runs.map(({ elapsed }) => elapsed))),
    figure: packages.join(", ") || "no packages",
    target: "no SDK",
    isMet: !packages.some((name) => sdks.test(name)),
  };
}

/** Vendor SDKs, their parts, and large tables. */
const sdks =
  /^(@aws-sdk|@smithy|@google|@anthropic-ai|@mistralai|google-auth-library|gaxios|aws4fetch|openai|ollama|gpt-tokenizer)/;

function importOnce(module: string): { elapsed: number; packages: string[] } {
  const args = ["--no-warnings", "--input-type=module", "--eval", probe, module];
  const output = execFileSync(process.execPath, args, { cwd: fileURLToPath(new URL(".", import.meta.url)) });
  return JSON.parse(output.toString());
}

function packageOf(path: string): string {
  const [scope = "", name = ""] = path.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}
