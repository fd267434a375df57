import { builtinModes, createHost, type Host, type PartFactory, systemClock } from "@roo-code/host";
import type { RunInput } from "@roo-code/host/tasks";
import { type ApprovalKind, type Clock, kindsInAll, type Mode, RooError, type Settings } from "@roo-code/types";
import manifest from "../../package.json" with { type: "json" };
import type { AgentOptions } from "../agent-options.ts";
import type { Tool } from "../tool.ts";
import { openStorage, type Storage } from "./storage.ts";
import { toolsPart } from "./tools-part.ts";

/** The host of one agent, workflow or server, and the input that all its runs have in common. */
export interface Door {
  readonly host: Host;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly cwd: string;
  readonly version: string;
  /** For a new run. */
  input(parts?: readonly PartFactory[]): RunInput;
}

interface DoorOptions extends AgentOptions {
  /** The tools at the time of a run. */
  readonly currentTools: () => readonly Tool[];
}

/** Throws `RooError` `bad_options`, `unknown_mode`. */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const { client, cwd = process.cwd(), loadConfiguration = false, mcpHub, currentTools } = options;
  const { environment, settings: provider } = client.connection;
  const clock = systemClock;
  const { version } = manifest;
  const storage = await openStorage(options.storage, { environment, clock });
  const settings: Settings = { ...(await checkSettings(options)), ...storage.settings };
  const host = createHost({
    home: storage.home,
    environment,
    version,
    clock,
    tasks: storage.tasks,
    readsFiles: loadConfiguration,
    modes: modesOf(options),
    mcpHubs: mcpHub && (async () => (await mcpHub.open()).hubs),
    parts: [toolsPart(currentTools)],
  });
  const { approve, answer, limits } = options;
  return {
    host,
    storage,
    clock,
    cwd,
    version,
    input: (parts = []) => ({
      provider,
      limits: { ...limits },
      autoApprove: approvedBy(options),
      attended: approve !== undefined || answer !== undefined,
      settings,
      parts,
    }),
  };
}

/** undefined: what the settings allow. */
function approvedBy({ autoApprove }: AgentOptions): readonly ApprovalKind[] | undefined {
  return autoApprove === "all" ? kindsInAll : autoApprove;
}

/** Zod is loaded only if there is something to check. */
async function checkSettings({ settings = {}, instructions }: AgentOptions): Promise<Settings> {
  const all = { ...settings, ...(instructions !== undefined && { customInstructions: instructions }) };
  if (Object.keys(settings).length === 0) return all;
  const { settingsSchema } = await import("@roo-code/types");
  const parsed = settingsSchema.safeParse(all);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: "invalid" };
  throw new RooError({ code: "bad_options", message: `The setting ${path.join(".")} is not valid: ${message}` });
}

/** The program's modes; the role and the groups of the agent are those of its own mode. */
function modesOf({ modes = [], mode: slug = "code", systemPrompt, groups }: DoorOptions): readonly Mode[] {
  if (systemPrompt === undefined && groups === undefined) return modes;
  const own = [...modes, ...builtinModes].find((mode) => mode.slug === slug);
  if (!own) throw unknownMode(slug, [...builtinModes, ...modes]);
  const changed: Mode = {
    ...own,
    ...(systemPrompt !== undefined && { roleDefinition: systemPrompt }),
    ...(groups !== undefined && { groups: groups.map((group) => ({ group })) }),
  };
  return [...modes.filter((mode) => mode.slug !== slug), changed];
}

function unknownMode(slug: string, modes: readonly Mode[]): RooError {
  const known = [...new Set(modes.map((mode) => mode.slug))].join(", ");
  return new RooError({
    code: "unknown_mode",
    message: `There is no mode "${slug}".`,
    next: `The modes are: ${known}.`,
  });
}
