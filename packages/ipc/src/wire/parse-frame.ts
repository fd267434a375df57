import * as z from "zod";
import type { ReceivedFrame } from "./frame.ts";
import { type IpcMessage, ipcMessageSchema } from "./ipc-message.ts";

/** The message in a frame, or why it was dropped. */
export type ParsedFrame = { readonly message: IpcMessage } | { readonly problem: string };

/** Never throws. A problem names fields but no values, because a configuration contains API keys. */
export function parseFrame(frame: ReceivedFrame): ParsedFrame {
  if ("problem" in frame) return frame;
  const json = parseJson(frame.text);
  if (json === undefined) return { problem: "not valid JSON" };
  if (!isEnvelope(json)) return { problem: 'not of the form {"type":"message","data":…}' };
  const parsed = ipcMessageSchema.safeParse(json.data);
  return parsed.success ? { message: parsed.data } : { problem: describe(json.data, parsed.error) };
}

function isEnvelope(value: unknown): value is { readonly data: unknown } {
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
  const fields = error.issues
    .slice(0, 3)
    .map(({ path, code }) => `${path.map(String).join(".") || "message"} (${code})`);
  return `${name === undefined ? "" : `${JSON.stringify(name.slice(0, 60))}: `}invalid ${fields.join(", ")}`.slice(
    0,
    400,
  );
}
