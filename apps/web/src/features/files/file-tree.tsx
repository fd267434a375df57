import { asyncDataLoaderFeature, hotkeysCoreFeature, selectionFeature, type TreeInstance } from "@headless-tree/core";
import { useTree } from "@headless-tree/react";
import type { FileEntry } from "@roo-code/types/api";
import { clsx } from "clsx";
import { ChevronRight, File, Folder, FolderOpen, Link2 } from "lucide-react";
import { useEffect } from "react";
import { client } from "../../data/client.ts";
import { live } from "../../data/live.ts";
import { retryUntilReached } from "../../data/submit-op.ts";
import { Visible } from "../../ui/visible.tsx";
import { openFile, useOpenFiles } from "./open-files.ts";

const gitLooks = {
  added: { letter: "A", colour: "text-ok" },
  untracked: { letter: "U", colour: "text-ok" },
  changed: { letter: "M", colour: "text-warn" },
  renamed: { letter: "R", colour: "text-warn" },
  deleted: { letter: "D", colour: "text-bad" },
  conflicted: { letter: "!", colour: "text-bad" },
} as const;

const root: FileEntry = {
  name: "",
  path: "",
  kind: "folder",
  bytes: null,
  modifiedAt: "",
  isIgnored: false,
  git: null,
};

/** The folder's files with their git status; refreshed when files change on disk. */
export function FileTree({ workspaceId }: { readonly workspaceId: string }) {
  const active = useOpenFiles((state) => state.active);
  const tree = useTree<FileEntry>({
    rootItemId: "",
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().kind === "folder",
    onPrimaryAction: (item) => {
      if (item.getItemData().kind !== "folder") openFile(item.getItemData().path);
    },
    createLoadingItemData: () => root,
    initialState: { expandedItems: [""] },
    dataLoader: {
      getItem: async () => root,
      getChildrenWithData: async (path) => {
        const { entries } = await retryUntilReached(() =>
          client.files.list({ params: { workspaceId }, query: { path } }),
        );
        return entries.toSorted(byKindAndName).map((data) => ({ id: data.path, data }));
      },
    },
    features: [asyncDataLoaderFeature, selectionFeature, hotkeysCoreFeature],
  });
  useEffect(() => live().watchFiles(workspaceId, (paths) => reload(tree, paths)), [workspaceId, tree]);
  return (
    <div {...tree.getContainerProps("Files")} className="py-1 outline-none">
      {tree.getItems().map((item) => {
        const { path, name, kind, git, isIgnored } = item.getItemData();
        const look = git ? gitLooks[git] : undefined;
        return (
          <button
            key={item.getId()}
            type="button"
            {...item.getProps()}
            // Named by its content, which includes the git status.
            aria-label={undefined}
            style={{ paddingLeft: `${item.getItemMeta().level * 12 + 8}px` }}
            className={clsx(
              "flex h-7 w-full items-center gap-1.5 pr-2 text-left text-xs hover:bg-hover",
              path === active && path !== "" && "bg-accent-soft",
              isIgnored ? "text-ink-3" : "text-ink",
            )}
          >
            <EntryIcon kind={kind} isOpen={item.isExpanded()} />
            <span className={clsx("min-w-0 flex-1 truncate", look?.colour)}>
              {name === "" ? "…" : <Visible text={name} />}
            </span>
            {look && (
              <span className={clsx("font-mono text-2xs", look.colour)}>
                <span aria-hidden>{look.letter}</span>
                <span className="sr-only">, {git}</span>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function EntryIcon({ kind, isOpen }: { readonly kind: FileEntry["kind"]; readonly isOpen: boolean }) {
  if (kind === "folder")
    return (
      <span aria-hidden className="flex items-center text-ink-3 [&_svg]:size-3.5">
        <ChevronRight className={clsx("transition-transform", isOpen && "rotate-90")} />
        {isOpen ? <FolderOpen /> : <Folder />}
      </span>
    );
  return (
    <span aria-hidden className="pl-3.5 text-ink-3 [&_svg]:size-3.5">
      {kind === "link" ? <Link2 /> : <File />}
    </span>
  );
}

function byKindAndName(a: FileEntry, b: FileEntry): number {
  const [first, second] = [a, b].map(({ kind }) => (kind === "folder" ? 0 : 1));
  return (first ?? 0) - (second ?? 0) || a.name.localeCompare(b.name, "en", { numeric: true });
}

/** Reloads changed folders and their parents, which show the git status; an empty path stands for all of them. */
function reload(tree: TreeInstance<FileEntry>, paths: readonly string[]): void {
  const folders = new Set(["", ...(paths.includes("") ? tree.getItems().map((item) => item.getId()) : [])]);
  for (const path of paths) {
    const parts = path.split("/").slice(0, -1);
    for (const index of parts.keys()) folders.add(parts.slice(0, index + 1).join("/"));
  }
  const shown = new Set(["", ...tree.getItems().map((item) => item.getId())]);
  for (const folder of folders) {
    if (!shown.has(folder)) continue;
    const item = tree.getItemInstance(folder);
    if (folder === "" || item.isExpanded()) void item.invalidateChildrenIds(true);
  }
}
