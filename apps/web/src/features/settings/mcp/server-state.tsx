import type { ApiMcpServer } from "@roo-code/types/api";
import { Badge, type Tone } from "../../../ui/badge.tsx";

const looks: Record<ApiMcpServer["state"], { readonly label: string; readonly tone: Tone }> = {
  disabled: { label: "off", tone: "neutral" },
  withheld: { label: "folder not trusted", tone: "warn" },
  idle: { label: "starts on demand", tone: "neutral" },
  connecting: { label: "connecting", tone: "accent" },
  connected: { label: "connected", tone: "ok" },
  "needs-login": { label: "login required", tone: "warn" },
  retrying: { label: "retrying", tone: "warn" },
  failed: { label: "failed", tone: "bad" },
};

export function ServerState({ state }: { readonly state: ApiMcpServer["state"] }) {
  const { label, tone } = looks[state];
  return <Badge tone={tone}>{label}</Badge>;
}
