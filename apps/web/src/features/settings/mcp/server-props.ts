import type { ApiMcpServer } from "@roo-code/types/api";

export interface ServerProps {
  readonly workspaceId: string;
  readonly server: ApiMcpServer;
}
