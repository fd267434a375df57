import { changeServers, findServer, type KnownServer, type McpChange } from "@roo-code/host/mcp";
import { RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { toggle } from "../flags.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, global, mcpContext, project, sourceOf } from "./mcp-flags.ts";

export async function remove(args: readonly string[]): Promise<number> {
  return change(args, {
    usage: "roo mcp remove NAME",
    about: "Remove a server.",
    max: 1,
    decide: ({ name }) => ({ changes: [{ name, value: undefined }], message: `removed ${name}` }),
  });
}

export async function enable(args: readonly string[]): Promise<number> {
  return change(args, {
    usage: "roo mcp enable NAME [TOOL…]",
    about: "Enable a server, or some of its tools.",
    max: 100,
    decide: ({ name, configuration }, tools) => {
      if (tools.length === 0)
        return { changes: [{ name, key: "disabled", value: undefined }], message: `enabled ${name}` };
      const left = configuration.disabledTools.filter((tool) => !tools.includes(tool));
      return { changes: [listChange(name, "disabledTools", left)], message: `enabled ${tools.join(", ")} of ${name}` };
    },
  });
}

export async function disable(args: readonly string[]): Promise<number> {
  return change(args, {
    usage: "roo mcp disable NAME [TOOL…]",
    about: "Disable a server, or some of its tools.",
    max: 100,
    decide: ({ name, configuration }, tools) => {
      if (tools.length === 0) return { changes: [{ name, key: "disabled", value: true }], message: `disabled ${name}` };
      const all = [...new Set([...configuration.disabledTools, ...tools])];
      return { changes: [listChange(name, "disabledTools", all)], message: `disabled ${tools.join(", ")} of ${name}` };
    },
  });
}

export async function allow(args: readonly string[]): Promise<number> {
  return change(args, {
    usage: "roo mcp allow NAME TOOL…",
    about: 'Let tools run without approval; "*" for all. A tool whose definition changes needs approval again.',
    max: 100,
    min: 2,
    decide: ({ name, configuration }, tools, isRemoval) => {
      const { alwaysAllow } = configuration;
      const left = isRemoval
        ? alwaysAllow.filter((tool) => !tools.includes(tool))
        : [...new Set([...alwaysAllow, ...tools])];
      const message = `${tools.join(", ")} of ${name} ${isRemoval ? "need approval again" : "need no approval"}`;
      return { changes: [listChange(name, "alwaysAllow", left)], message };
    },
  });
}

interface Change {
  readonly usage: string;
  readonly about: string;
  readonly min?: number;
  readonly max: number;
  readonly decide: (
    server: KnownServer,
    tools: readonly string[],
    isRemoval: boolean,
  ) => { changes: readonly McpChange[]; message: string };
}

async function change(args: readonly string[], { usage, about, min = 1, max, decide }: Change): Promise<number> {
  const flags = { project, global, cwd, ...(min === 2 && { remove: toggle("require approval again") }) };
  const parsed = parseCommandLine({ usage, about, flags, positionals: { min, max } }, args);
  if (!parsed) return 0;
  const context = await mcpContext(parsed.flags.cwd);
  const [name = "", ...tools] = parsed.positionals;
  const server = await findServer(name, context, sourceOf(parsed.flags));
  const { changes, message } = decide(server, tools, parsed.flags.remove === true);
  const file = await changeServers({ ...context, source: server.source }, (servers) => {
    if (Object.hasOwn(servers, name)) return changes;
    throw new RooError({ code: "unknown_server", message: `${server.file} no longer has a server "${name}".` });
  });
  return print(visibleText(`${message} (${file})`));
}

function listChange(name: string, key: string, list: readonly string[]): McpChange {
  return { name, key, value: list.length === 0 ? undefined : list };
}
