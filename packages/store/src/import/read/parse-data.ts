import { load } from "js-yaml";
import { type ParseError, parse as parseWithComments } from "jsonc-parser";
import { parse as parseTomlText } from "smol-toml";
import { cleanText } from "../../configuration/modes/mode-entries.ts";
import { plainCopy } from "../plain-value.ts";

/** Each returns undefined for invalid input: a parser's own message would quote the file, including keys. */
type Parse = (text: string) => unknown;

export const parseJson: Parse = (text) => attempt(() => JSON.parse(text));

export const parseJsonc: Parse = (text) =>
  attempt(() => {
    const errors: ParseError[] = [];
    const value: unknown = parseWithComments(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? value : undefined;
  });

export const parseToml: Parse = (text) => attempt(() => parseTomlText(text));

/** YAML as Roo Code reads it: typographic characters inserted by editors and chats are replaced. */
export const parseYaml: Parse = (text) => attempt(() => load(cleanText(text), { maxAliases: 20 })) ?? parseJson(text);

function attempt(parse: () => unknown): unknown {
  try {
    return plainCopy(parse());
  } catch {
    return undefined;
  }
}
