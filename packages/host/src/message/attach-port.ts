import { ToolFailure } from "@roo-code/types";
import { type Attached, boundText } from "./attachment.ts";

const maxCharacters = 50_000;

/** What a port of the surroundings says, or why there is none. */
export async function attachPort(
  name: string,
  port: (() => Promise<string>) | undefined,
  missing: string,
): Promise<Attached> {
  if (!port) return { refused: missing };
  try {
    return { block: { name, content: boundText(await port(), maxCharacters) } };
  } catch (error) {
    if (error instanceof ToolFailure) return { refused: error.message.replace(/\.$/, "") };
    throw error;
  }
}
