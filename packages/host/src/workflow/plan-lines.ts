import type * as yaml from "js-yaml";

type Path = readonly (string | number)[];

/** A collection that is being walked through. */
interface Frame {
  readonly path: Path;
  readonly isMapping: boolean;
  /** Nodes seen; in a mapping, keys and values alternate. */
  count: number;
  key: string | number;
}

type YamlLibrary = Pick<typeof yaml, "EVENT_ID" | "getScalarValue" | "parseEvents">;

/** Where each field of a YAML text stands, from 1; a field that is not there has the line of what it would be in. */
export function planLines(text: string, library: YamlLibrary): (path: Path) => number | undefined {
  const offsets = new Map<string, number>();
  for (const { path, offset } of fields(text, library)) offsets.set(path.join("\n"), offset);
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = offsets.get(path.slice(0, length).join("\n"));
      if (offset !== undefined) return text.slice(0, offset).split("\n").length;
    }
    return undefined;
  };
}

function* fields(text: string, { EVENT_ID, getScalarValue, parseEvents }: YamlLibrary) {
  const frames: Frame[] = [];
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.DOCUMENT) continue;
    if (event.type === EVENT_ID.POP) {
      frames.pop();
      continue;
    }
    const frame = frames.at(-1);
    const isKey = frame?.isMapping === true && frame.count % 2 === 0;
    if (frame && isKey) frame.key = event.type === EVENT_ID.SCALAR ? camelCase(getScalarValue(text, event)) : "";
    if (frame && !frame.isMapping) frame.key = frame.count;
    const path = frame ? [...frame.path, frame.key] : [];
    if (frame && (isKey || !frame.isMapping)) yield { path, offset: startOf(event) };
    if (frame) frame.count += 1;
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE)
      frames.push({ path, isMapping: event.type === EVENT_ID.MAPPING, count: 0, key: "" });
  }
}

function startOf(event: yaml.Event): number {
  if ("valueStart" in event) return event.valueStart;
  if ("start" in event) return event.start;
  return "anchorStart" in event ? event.anchorStart : 0;
}

/** As the plan's fields are called, however they were written. */
function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
