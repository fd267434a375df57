import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Where a packaged program keeps it: beside its entry, or one above its chunks. Else our own source. */
const places = ["./custom-tools/process.mjs", "../custom-tools/process.mjs", "./process/main.ts"];

const memoryLimitMb = 1024;

/** Of our own source, whose packages are beside it. */
const sources = fileURLToPath(new URL("../../../../", import.meta.url));

export interface ToolProgram {
  readonly program: string;
  readonly arguments: readonly string[];
  /** All that it is read from. */
  readonly readable: readonly string[];
}

/** The program that custom tools run in: Node, which takes TypeScript as it is. */
export function findToolProgram(): ToolProgram {
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const file = files.find((candidate) => existsSync(candidate)) ?? "";
  const quiet = ["--disable-warning=ExperimentalWarning", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"];
  const types = process.features.typescript ? [] : ["--experimental-strip-types"];
  return {
    program: process.execPath,
    arguments: [...quiet, ...types, `--max-old-space-size=${memoryLimitMb}`, file],
    readable: [process.execPath, file.endsWith(".ts") ? sources : dirname(file)],
  };
}
