#!/usr/bin/env node
import { versionWithBuild } from "./version.ts";

// `roo --version` is answered before anything else is loaded.
const [first] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (first === "--version" || first === "-V") {
  process.stdout.write(`${versionWithBuild()}\n`);
} else if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `roo needs Node 22.12 or newer; this is ${process.versions.node}. Install a newer Node, or run npm start in a checkout, which downloads one.\n`,
  );
  process.exitCode = 2;
} else {
  keepCompiledCode();
  const { main } = await import("./main.ts");
  process.exitCode = await main(process.argv.slice(2));
}

/** The compile cache halves the time until the first request. A build brings what its own Node compiled. */
function keepCompiledCode(): void {
  const { mkdirSync, readdirSync } = process.getBuiltinModule("node:fs");
  const { enableCompileCache } = process.getBuiltinModule("node:module");
  const built = `${import.meta.dirname}/compiled`;
  try {
    const [version, user] = [`${process.version}-${process.arch}-`, `-${process.getuid?.() ?? ""}`];
    if (readdirSync(built).some((name) => name.startsWith(version) && name.endsWith(user))) {
      enableCompileCache?.(built);
      return;
    }
  } catch {
    // Built without it.
  }
  try {
    const home = process.env.ROO_HOME || `${process.getBuiltinModule("node:os").homedir()}/.roo`;
    // Created here, because Node would create it writable for others, who could then decide what we run.
    mkdirSync(`${home}/cache`, { recursive: true, mode: 0o700 });
    enableCompileCache?.(`${home}/cache/compiled`);
  } catch {
    // Without a writable folder it starts slower; commands that need one report it themselves.
  }
}
