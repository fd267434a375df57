import { type Fields, fieldsOf, refuseUnless } from "./strict-fields.ts";

const kinds = ["text", "inlineData", "functionCall", "functionResponse"] as const;
const functionName = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/;

export function checkName(name: unknown): void {
  refuseUnless(typeof name === "string" && functionName.test(name), `invalid function name: ${String(name)}`);
}

export function checkPart(part: Fields): void {
  const [kind, ...more] = kinds.filter((candidate) => part[candidate] !== undefined);
  refuseUnless(kind !== undefined && more.length === 0, "a part holds exactly one kind of data");
  const { text, thoughtSignature: signature } = part;
  refuseUnless(text !== "" || signature !== undefined, "a text must not be empty");
  refuseUnless(signature === undefined || (typeof signature === "string" && signature !== ""), "invalid signature");
  if (kind === "functionCall" || kind === "functionResponse") checkName(fieldsOf(part[kind]).name);
  if (kind === "functionCall") fieldsOf(fieldsOf(part.functionCall).args ?? {});
  if (kind === "inlineData") checkData(fieldsOf(part.inlineData));
}

function checkData({ mimeType, data }: Fields): void {
  refuseUnless(typeof mimeType === "string" && mimeType.includes("/"), "unknown kind of data");
  refuseUnless(typeof data === "string" && data !== "", "there is no data");
}

/** Matched by order and name; ids, where both have them, must agree. */
export function checkResults(calls: readonly Fields[], results: readonly Fields[]): void {
  refuseUnless(
    calls.length === results.length,
    "the number of function responses must equal the number of function calls of the turn before",
  );
  for (const [index, { id, name }] of calls.entries()) {
    const result = fieldsOf(results[index]);
    refuseUnless(name === result.name, `the response to ${String(name)} has another name`);
    refuseUnless(id === result.id, `the response to ${String(name)} has another id`);
    fieldsOf(result.response);
  }
}
