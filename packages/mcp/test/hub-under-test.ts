import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallServices, McpEventDraft } from "@roo-code/types";
import { onTestFinished } from "vitest";
import type { HubPorts } from "../src/hub-ports.ts";
import type { LinkOptions } from "../src/link/mcp-link.ts";
import { McpHub } from "../src/mcp-hub.ts";
import { configured, type TestServer } from "./hub-servers.ts";
import { memorySecrets, systemClock } from "./ports.ts";

export const { signal: never } = new AbortController();

export interface HubOptions extends Partial<HubPorts> {
  readonly home?: string;
  readonly link?: Partial<LinkOptions>;
}

/** A hub with real processes and files, and one task's link to it. */
export function hubUnderTest(servers: Readonly<Record<string, TestServer>>, options: HubOptions = {}) {
  const { link: linkOptions, home = tempFolder(), ...ports } = options;
  const events: McpEventDraft[] = [];
  const hub = new McpHub(
    {
      clock: systemClock,
      random: () => 0.5,
      version: "test",
      workspace: ports.workspace ?? tempFolder(),
      environment: { PATH: process.env.PATH ?? "", HOME: home },
      recordFolder: join(home, "cache", "mcp"),
      logFolder: join(home, "logs", "mcp"),
      fill: (value) => ({ value, unknown: [], inserted: [] }),
      isTrusted: () => true,
      secrets: async () => memorySecrets(),
      watch: () => ({ dispose() {} }),
      ...ports,
    },
    { servers: configured(servers), withheld: [] },
  );
  const link = hub.link({ sink: (event) => events.push(event), profileFor: () => undefined, ...linkOptions });
  onTestFinished(() => hub.dispose());
  const call = (server: string, tool: string, args: Record<string, unknown> = {}, services?: Partial<CallServices>) =>
    link.callTool({
      server,
      tool,
      arguments: args,
      signal: never,
      report: () => {},
      call: { ...unattended, ...services },
    });
  return { hub, link, events, home, call };
}

/** An unattended task without a model. */
export const unattended: CallServices = {
  callId: "call-1",
  approve: async () => false,
  ask: async () => undefined,
  sample: () => Promise.reject(new Error("there is no model")),
};

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "roo-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
