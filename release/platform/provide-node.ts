import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { nodeVersion, type Platform, thisPlatform } from "./platforms.ts";

/** Copies the Node of a platform: for this one, the Node that runs this; for another one, from npm. */
export async function provideNode(platform: Platform, into: string, environment: NodeJS.ProcessEnv): Promise<void> {
  if (platform.name !== thisPlatform) return downloadNode(platform, into, environment);
  if (process.versions.node !== nodeVersion)
    throw new Error(`The executable for ${platform.name} needs Node ${nodeVersion}; this is ${process.versions.node}.`);
  copyFileSync(realpathSync(process.execPath), into);
}

/** Throws unless it is, byte for byte, the package whose digest is recorded here. */
async function downloadNode({ name, node }: Platform, into: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (!node) throw new Error(`npm has no Node ${nodeVersion} for ${name}. Run this on such a machine.`);
  const scratch = mkdtempSync(join(tmpdir(), "roo-node-"));
  try {
    const args = ["pack", `${node.package}@${nodeVersion}`, "--json", "--pack-destination", scratch];
    const { stdout } = await promisify(execFile)("npm", args, { env });
    const [packed] = JSON.parse(stdout) as { filename: string; integrity: string }[];
    if (packed?.integrity !== node.integrity)
      throw new Error(`${node.package}@${nodeVersion} has the digest ${packed?.integrity}, not ${node.integrity}.`);
    await promisify(execFile)("tar", ["-xzf", join(scratch, packed.filename), "-C", scratch, "package/bin/node"]);
    copyFileSync(join(scratch, "package/bin/node"), into);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
