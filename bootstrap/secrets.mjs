// Finds keys and tokens in tracked files by their shape. Fakes for tests say so: they contain "fake", "canary", "example" or "test".
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

const shapes = {
  "a private key": /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{64,}/,
  "an AWS key": /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  "a GitHub token": /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})/,
  "a GitLab token": /\bglpat-[A-Za-z0-9_-]{20,}/,
  "an npm token": /\bnpm_[A-Za-z0-9]{36}\b/,
  "an Anthropic key": /\bsk-ant-[A-Za-z0-9_-]{40,}/,
  "an OpenAI key": /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{40,}/,
  "a Google key": /\bAIza[0-9A-Za-z_-]{35}\b/,
  "a Hugging Face token": /\bhf_[A-Za-z0-9]{34}\b/,
  "a Slack token": /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  "a Stripe key": /\b[rs]k_live_[A-Za-z0-9]{20,}/,
  "a signed token": /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
};
const isFake = /fake|canary|example|test/i;
const maxBytes = 2 * 1024 * 1024;

/** `path:line: looks like …`; the secret itself is not repeated. */
export function secretsIn(path, text) {
  return Object.entries(shapes).flatMap(([kind, shape]) =>
    [...text.matchAll(new RegExp(shape, "g"))]
      .filter(([found]) => !isFake.test(found))
      .map(({ index }) => `${path}:${text.slice(0, index).split("\n").length}: looks like ${kind}`),
  );
}

function trackedFiles() {
  const { stdout } = spawnSync("git", ["-c", "safe.directory=*", "ls-files", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return stdout.split("\0").filter(Boolean);
}

if (process.argv[1] && import.meta.url === new URL(process.argv[1], "file:").href) {
  const files = trackedFiles().filter((path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= maxBytes;
  });
  const violations = files.flatMap((path) => secretsIn(path, readFileSync(join(root, path), "utf8")));
  for (const violation of violations) console.error(violation);
  console.log(`secrets: ${files.length} files, ${violations.length} violations`);
  // Outside a checkout there is no list of tracked files.
  process.exitCode = violations.length === 0 ? 0 : 1;
}
