import * as z from "zod";
import type { ReceivedFrame } from "./frame.ts";
import { type IpcMessage, ipcMessageSchema } from "./ipc-message.ts";

/** What a frame says, or why it was dropped. */
export type ParsedFrame = { readonly message: IpcMessage } | { readonly problem: string };

/** Never throws. A problem names places, never values: a configuration holds keys. */
export function parseFrame(frame: ReceivedFrame): ParsedFrame {
  if ("problem" in frame) return frame;
  const json = parseJson(frame.text);
  if (json === undefined) return { problem: "it is no JSON" };
  if (!isOuter(json)) return { problem: 'it is no {"type":"message","data":…}' };
  const parsed = ipcMessageSchema.safeParse(json.data);
  return parsed.success ? { message: parsed.data } : { problem: describe(json.data, parsed.error) };
}

function isOuter(value: unknown): value is { readonly data: unknown } {
  return typeof value === "object" && value !== null && "type" in value && value.type === "message" && "data" in value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const namesSchema = z.object({
  type: z.string(),
  data: z.object({ commandName: z.string().optional(), eventName: z.string().optional() }).optional(),
});

function describe(value: unknown, error: z.ZodError): string {
  const names = namesSchema.safeParse(value).data;
  const name = names && (names.data?.commandName ?? names.data?.eventName ?? names.type);
  const places = error.issues
    .slice(0, 3)
    .map(({ path, code }) => `${path.map(String).join(".") || "message"} (${code})`);
  return `${name === undefined ? "" : `${JSON.stringify(name.slice(0, 60))}: `}not valid at ${places.join(", ")}`.slice(
    0,
    400,
  );
}
