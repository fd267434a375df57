import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { readManifest, root } from "../workspace.ts";
import { publishPlan } from "./publish-plan.ts";

/** `pnpm release:publish`: prints what would be published; with `--confirm`, publishes it. */
export async function main(args: readonly string[]): Promise<number> {
  const { version } = readManifest(root);
  const steps = await publishPlan({ folder: join(root, "dist/release"), version });
  if (!args.includes("--confirm")) {
    for (const { command } of steps) console.log(command.join(" "));
    console.log("Nothing was published. With --confirm it is.");
    return 0;
  }
  const tags = spawnSync("git", ["tag", "--points-at", "HEAD"], { cwd: root, encoding: "utf8" }).stdout.split("\n");
  if (!tags.includes(`v${version}`)) {
    console.error(`The commit has no tag v${version}: only a tagged commit is published.`);
    return 1;
  }
  for (const { command, isDone } of steps) {
    if (succeeds(isDone, "ignore")) console.log(`already done: ${command.slice(0, 3).join(" ")}`);
    else if (!succeeds(command, "inherit")) return 1;
  }
  return 0;
}

function succeeds([program = "", ...args]: readonly string[], stdio: "ignore" | "inherit"): boolean {
  return spawnSync(program, args, { cwd: root, stdio }).status === 0;
}
