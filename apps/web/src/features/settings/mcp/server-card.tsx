import type { ApiMcpServer } from "@roo-code/types/api";
import { ChevronRight, Ellipsis, KeyRound, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { OriginBadge } from "../values/origin-badge.tsx";
import { ServerDetails } from "./server-details.tsx";
import { type ServerProps, useServerChanges } from "./use-server-changes.ts";

export function ServerCard({ workspaceId, server }: ServerProps) {
  const { name, state, source, target, error } = server;
  const { change, restart, login, remove } = useServerChanges({ workspaceId, name });
  const [isOpen, setIsOpen] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <Card>
      <div className="flex items-start gap-2 px-3 py-3">
        <IconButton
          label={isOpen ? `Close ${name}` : `Open ${name}`}
          aria-expanded={isOpen}
          className="size-7"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight className={isOpen ? "rotate-90" : ""} />
        </IconButton>
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-2 text-sm font-medium">
            {name} <ServerState state={state} />
            <OriginBadge origin={{ layer: source === "global" ? "user" : "project" }} />
          </h3>
          <p className="truncate font-mono text-xs text-ink-3">{target}</p>
          <p className="text-xs text-ink-2">
            {[
              counted(server.tools, "tool"),
              counted(server.resources, "resource"),
              counted(server.prompts, "prompt"),
            ].join(" · ")}
          </p>
          {error && (
            <p role="status" className="mt-1 text-xs break-words text-bad">
              {error}
            </p>
          )}
          {state === "withheld" && (
            <p className="mt-1 text-xs text-warn">
              Starts once you trust this folder, because its files name the program to run.
            </p>
          )}
          {state === "needs-login" && (
            <Button size="sm" className="mt-2" disabled={login.isPending} onClick={() => login.mutate()}>
              <KeyRound aria-hidden /> Log in
            </Button>
          )}
        </div>
        <Switch
          label={`Use ${name}`}
          checked={state !== "disabled"}
          disabled={change.isPending}
          onChange={(isOn) => change.mutate({ disabled: !isOn })}
        />
        <Menu
          trigger={
            <IconButton label={`More for ${name}`} className="size-7">
              <Ellipsis />
            </IconButton>
          }
          items={[
            {
              label: "Restart",
              icon: <RotateCw />,
              isDisabled: state === "disabled" || restart.isPending,
              onSelect: () => restart.mutate(),
            },
            null,
            { label: "Remove", icon: <Trash2 />, isDanger: true, onSelect: () => setIsRemoving(true) },
          ]}
        />
      </div>
      {isOpen && <ServerDetails workspaceId={workspaceId} server={server} />}
      {isRemoving && (
        <Confirm
          title={`Remove ${name}?`}
          action="Remove"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsRemoving(false) })}
          onClose={() => setIsRemoving(false)}
        >
          It is removed from the {source === "global" ? "settings of all your folders" : "settings of this folder"}.
        </Confirm>
      )}
    </Card>
  );
}

function counted(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? "" : "s"}`;
}

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

function ServerState({ state }: { readonly state: ApiMcpServer["state"] }) {
  const { label, tone } = looks[state];
  return <Badge tone={tone}>{label}</Badge>;
}
