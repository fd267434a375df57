import type { ModeView } from "@roo-code/types/api";
import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../../data/client.ts";
import { queryClient } from "../../../data/query-client.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { showError } from "../../../ui/toast.ts";
import { OriginBadge } from "../values/origin-badge.tsx";

interface ModeRowProps {
  readonly workspaceId: string;
  readonly mode: ModeView;
  readonly onEdit: () => void;
}

export function ModeRow({ workspaceId, mode, onEdit }: ModeRowProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const { slug, name, origin, source } = mode;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {name} <code className="font-mono text-xs font-normal text-ink-3">{slug}</code>
          <OriginBadge origin={{ layer: origin === "builtin" ? "default" : origin, source }} />
        </p>
        <p className="line-clamp-2 text-xs text-ink-2">{mode.description ?? mode.whenToUse ?? mode.roleDefinition}</p>
        <p className="mt-1.5 flex flex-wrap gap-1">
          {mode.groups.map(({ group, filePattern, description }) => (
            <Badge key={group}>
              {group}
              {filePattern && <span className="font-normal text-ink-3">{description ?? filePattern}</span>}
            </Badge>
          ))}
          {mode.groups.length === 0 && <Badge>delegates only</Badge>}
        </p>
      </div>
      <IconButton label={`Edit ${name}`} onClick={onEdit}>
        <Pencil />
      </IconButton>
      {origin !== "builtin" && (
        <IconButton label={`Remove ${name}`} onClick={() => setIsRemoving(true)}>
          <Trash2 />
        </IconButton>
      )}
      {isRemoving && <RemoveMode workspaceId={workspaceId} mode={mode} onClose={() => setIsRemoving(false)} />}
    </li>
  );
}

interface RemoveModeProps {
  readonly workspaceId: string;
  readonly mode: ModeView;
  readonly onClose: () => void;
}

function RemoveMode({ workspaceId, mode: { slug, name }, onClose }: RemoveModeProps) {
  const remove = useMutation({
    mutationFn: () => client.configuration.removeMode({ params: { workspaceId, slug } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["modes"] }),
    onError: showError,
    onSettled: onClose,
  });
  return (
    <Confirm
      title={`Remove ${name}?`}
      action="Remove"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      If it overrode a built-in mode, the built-in one is used again. Its tasks are kept.
    </Confirm>
  );
}
