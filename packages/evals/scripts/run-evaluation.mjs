// `pnpm --filter @roo-code/evals run-evaluation …`: `roo evals run`, from the suite that has the exercise.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const args = process.argv.slice(2).filter((argument) => argument !== "--");
const exercise = args[args.indexOf("--exercise") + 1] ?? "";
const isFirst = existsSync(new URL(`../suites/roo-first/${exercise.split("/").at(-1)}/`, import.meta.url));
const suite = !args.includes("--suite") && args.includes("--exercise") && isFirst ? ["--suite", "roo-first"] : [];
const roo = fileURLToPath(new URL("../../../bin/roo", import.meta.url));
process.exitCode = spawnSync(roo, ["evals", "run", ...suite, ...args], { stdio: "inherit" }).status ?? 1;
