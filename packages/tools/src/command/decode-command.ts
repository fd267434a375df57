import { decodeEntities } from "../edit/block-variants.ts";

const quoted = /'[^']*'|"(?:\\.|[^"\\])*"/g;

/**
 * A command as it was meant by a model that writes `&amp;&amp;` for `&&`. Outside of quotes no command has entities; one
 * that has them in quotes, or text of its own beside them, is left as it is.
 */
export function decodeCommand(command: string): string {
  const bare = command.replaceAll(quoted, "");
  const isEncoded = decodeEntities([bare], "") !== undefined;
  return isEncoded ? (decodeEntities([command], "")?.[0] ?? command) : command;
}
