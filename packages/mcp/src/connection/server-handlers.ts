import type {
  Client,
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
} from "@modelcontextprotocol/client";
import type { LogLevel } from "../log/server-log.ts";

/** Handles requests and notifications of a server. */
export interface ServerHandlers {
  readonly roots: () => { uri: string; name: string }[];
  /** Rejects without approval. */
  readonly sample: (params: CreateMessageRequest["params"]) => Promise<CreateMessageResult>;
  readonly elicit: (params: ElicitRequest["params"]) => Promise<ElicitResult>;
  readonly log: (level: LogLevel, message: string) => void;
  readonly resourceUpdated: (uri: string) => void;
  /** One of its lists has changed. */
  readonly listChanged: (list: "tools" | "resources" | "prompts") => void;
}

const levels: Readonly<Record<string, LogLevel>> = {
  debug: "debug",
  info: "info",
  notice: "info",
  warning: "warning",
};

export function addHandlers(
  client: Client,
  { handlers, sendsRoots }: { handlers: ServerHandlers; sendsRoots: boolean },
): void {
  if (sendsRoots) client.setRequestHandler("roots/list", () => ({ roots: handlers.roots() }));
  client.setRequestHandler("sampling/createMessage", ({ params }) => handlers.sample(params));
  client.setRequestHandler("elicitation/create", ({ params }) => handlers.elicit(params));
  client.setNotificationHandler("notifications/message", ({ params: { level, logger, data } }) => {
    const message = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    handlers.log(levels[level] ?? "error", logger ? `${logger}: ${message}` : message);
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
    handlers.resourceUpdated(params.uri),
  );
}

/** Only reports changes: the lists are requested again by the handler. */
export function listHandlers({ listChanged }: ServerHandlers) {
  const onList = (list: "tools" | "resources" | "prompts") => ({
    autoRefresh: false,
    debounceMs: 100,
    onChanged: () => listChanged(list),
  });
  return { tools: onList("tools"), resources: onList("resources"), prompts: onList("prompts") };
}
