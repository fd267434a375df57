import { ApiFailure } from "@roo-code/client";
import type { FileContent } from "@roo-code/types/api";
import { useQuery } from "@tanstack/react-query";
import { FileX, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { client } from "../../data/client.ts";
import { queryClient, queryKeys } from "../../data/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/format.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { showError, showToast } from "../../ui/toast.ts";
import { Keys } from "../../ui/tooltip.tsx";
import { Visible } from "../../ui/visible.tsx";
import { markUnsaved } from "../files/open-files.ts";
import { CodeArea, type CodeAreaHandle } from "./code-area.tsx";

interface EditorProps {
  readonly workspaceId: string;
  readonly path: string;
}

export default function Editor({ workspaceId, path }: EditorProps) {
  const file = useQuery({
    queryKey: queryKeys.file(workspaceId, path),
    queryFn: ({ signal }) => client.files.read({ params: { workspaceId }, query: { path } }, { signal }),
  });
  if (file.isPending) return <Loading />;
  if (file.isError && !file.data) return <Failed error={file.error} onRetry={() => void file.refetch()} />;
  const { text, isBinary, bytes } = file.data;
  if (text === null)
    return (
      <Empty icon={<FileX />} title={isBinary ? "Binary file" : "File too large to show"}>
        {formatBytes(bytes)}
      </Empty>
    );
  return <FileEditor workspaceId={workspaceId} onDisk={{ ...file.data, text }} isDeleted={file.isError} />;
}

interface FileEditorProps {
  readonly workspaceId: string;
  /** The current content on disk. */
  readonly onDisk: FileContent & { readonly text: string };
  /** The file was deleted. */
  readonly isDeleted: boolean;
}

/**
 * Edits are based on one version of the file. If the file changes on disk, the new version is shown, unless there are
 * unsaved edits: then the user decides.
 */
function FileEditor({ workspaceId, onDisk, isDeleted }: FileEditorProps) {
  const { path } = onDisk;
  const [base, setBase] = useState(onDisk);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const area = useRef<CodeAreaHandle>(null);
  const isConflict = isUnsaved && onDisk.version !== base.version;

  useEffect(() => {
    if (isUnsaved || onDisk.version === base.version) return;
    area.current?.replace(onDisk.text);
    setBase(onDisk);
    // Replacing the text counts as an edit of the previous version.
    setIsUnsaved(false);
  }, [onDisk, base, isUnsaved]);
  useEffect(() => markUnsaved(path, isUnsaved), [path, isUnsaved]);

  const loadFromDisk = (text: string) => {
    area.current?.replace(text);
    setBase(onDisk);
    setIsUnsaved(false);
    setIsComparing(false);
  };
  const save = async (version: string) => {
    const text = area.current?.text() ?? "";
    try {
      const written = await client.files.write({ params: { workspaceId }, body: { path, text, version } });
      setBase({ ...written, text });
      setIsUnsaved(area.current?.text() !== text);
      setIsComparing(false);
      queryClient.setQueryData(queryKeys.file(workspaceId, path), { ...written, text });
      showToast(`${path} is saved.`);
    } catch (error) {
      showError(error);
      if (error instanceof ApiFailure && error.code === "file_changed")
        await queryClient.invalidateQueries({ queryKey: queryKeys.file(workspaceId, path) });
    }
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isDeleted && <Warning>This file was deleted on disk. Saving re-creates it.</Warning>}
      {isConflict && (
        <Warning>
          <span className="min-w-40 flex-1">This file changed on disk while you were editing it.</span>
          <Button size="sm" onClick={() => setIsComparing(!isComparing)}>
            {isComparing ? "Hide diff" : "Compare"}
          </Button>
          <Button size="sm" onClick={() => loadFromDisk(onDisk.text)}>
            Use version on disk
          </Button>
          <Button size="sm" variant="danger" onClick={() => void save(onDisk.version)}>
            Keep mine
          </Button>
        </Warning>
      )}
      <CodeArea
        ref={area}
        path={path}
        initialText={base.text}
        original={isComparing ? onDisk.text : undefined}
        onChange={(text) => setIsUnsaved(text !== base.text)}
        onSave={() => void save(base.version)}
      />
      <footer className="flex h-8 shrink-0 items-center gap-3 border-t px-3 text-2xs text-ink-3">
        <span className="min-w-0 flex-1 truncate font-mono">
          <Visible text={path} />
        </span>
        {onDisk.isProtected && <span>protected: the agent asks before changing it</span>}
        <span>{onDisk.encoding}</span>
        <Button size="sm" variant="quiet" disabled={!isUnsaved || isConflict} onClick={() => void save(base.version)}>
          Save <Keys combination="mod+s" />
        </Button>
      </footer>
    </div>
  );
}

function Warning({ children }: { readonly children: React.ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-b border-warn bg-warn-soft px-3 py-1.5 text-xs text-warn"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {children}
    </div>
  );
}
