import type {
  Client,
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
} from "@modelcontextprotocol/client";
import type { LogLevel } from "../log/server-log.ts";

/** What a server may ask of us or tell us by itself. */
export interface ServerHandlers {
  readonly roots: () => { uri: string; name: string }[];
  /** Rejects when nobody allows it. */
  readonly sample: (params: CreateMessageRequest["params"]) => Promise<CreateMessageResult>;
  readonly elicit: (params: ElicitRequest["params"]) => Promise<ElicitResult>;
  readonly log: (level: LogLevel, words: string) => void;
  readonly resourceUpdated: (uri: string) => void;
  /** One of the lists it offers is another now. */
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
  { handlers, tellsRoots }: { handlers: ServerHandlers; tellsRoots: boolean },
): void {
  if (tellsRoots) client.setRequestHandler("roots/list", () => ({ roots: handlers.roots() }));
  client.setRequestHandler("sampling/createMessage", ({ params }) => handlers.sample(params));
  client.setRequestHandler("elicitation/create", ({ params }) => handlers.elicit(params));
  client.setNotificationHandler("notifications/message", ({ params: { level, logger, data } }) => {
    const said = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    handlers.log(levels[level] ?? "error", logger ? `${logger}: ${said}` : said);
  });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
    handlers.resourceUpdated(params.uri),
  );
}

/** Whatever came is looked up anew by whoever is told. */
export function listHandlers({ listChanged }: ServerHandlers) {
  const telling = (list: "tools" | "resources" | "prompts") => ({
    autoRefresh: false,
    debounceMs: 100,
    onChanged: () => listChanged(list),
  });
  return { tools: telling("tools"), resources: telling("resources"), prompts: telling("prompts") };
}
