import type { CommandNews, Workspace } from "@roo-code/types";
import { seconds } from "./describe-outcome.ts";

const maxCommandLength = 80;
const maxCommands = 10;

/** Appends the state of other background commands that changed, if any. */
export function withNews(content: string, { commands }: Workspace, except?: string): string {
  const news = commands.news().filter(({ id }) => id !== except);
  if (news.length === 0) return content;
  const lines = news.slice(-maxCommands).map((one) => `- ${one.id} \`${shortened(one.command)}\` ${stateOf(one)}`);
  return `${content}\n\nOther background commands:\n${lines.join("\n")}`;
}

function stateOf({ ended, exitCode, signal, durationMs, newBytes, leftRunning }: CommandNews): string {
  const output = newBytes > 0 ? `, ${newBytes} bytes of output not seen yet` : "";
  if (ended === "running") return `running for ${seconds(durationMs)}${output}`;
  if (ended === "processes") return `was killed because it started too many processes${output}`;
  if (ended !== "exit") return `was stopped${output}`;
  const end = exitCode === null ? `signal ${signal ?? "unknown"}` : `exit code ${exitCode}`;
  return `ended with ${end}${leftRunning ? ", processes it started are still running" : ""}${output}`;
}

function shortened(command: string): string {
  const line = command.trim().replaceAll(/\s+/g, " ");
  return line.length > maxCommandLength ? `${line.slice(0, maxCommandLength)}…` : line;
}
