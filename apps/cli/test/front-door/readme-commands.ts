import { readFileSync } from "node:fs";

/** Every command in a README: lines of `sh` blocks, and inline code. */
export function readmeCommands(file: string): readonly string[] {
  const parts = readFileSync(file, "utf8").split(/^```(\w*)\n/m);
  const commands: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const isBlock = parts[at - 1] === "sh" && at % 2 === 0;
    if (isBlock) commands.push(...linesOf(parts[at] ?? ""));
    else if (at % 2 === 0) commands.push(...inlineOf(parts[at] ?? ""));
  }
  return [...new Set(commands)];
}

function linesOf(block: string): readonly string[] {
  const lines = block.split("\n").map((line) => line.replace(/\s+#.*$/, "").trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

function inlineOf(text: string): readonly string[] {
  return [...text.matchAll(/`((?:bin\/roo|npm) [^`]+)`/g)].map(([, command = ""]) => command);
}
