import { useQuery } from "@tanstack/react-query";
import { FileX } from "lucide-react";
import { client } from "../../data/client.ts";
import { queryKeys } from "../../data/query-keys.ts";
import { formatBytes } from "../../ui/format.ts";
import { Empty, Failed, Loading } from "../../ui/states.tsx";
import { FileEditor } from "./file-editor.tsx";

export interface EditorProps {
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
  return <FileEditor workspaceId={workspaceId} onDisk={{ ...file.data, text }} isGone={file.isError} />;
}
