import type { WireReply } from "@roo-code/testkit/wire/served-format";
import * as fc from "fast-check";

const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 60 }), fc.string({ maxLength: 40 }), fc.constant(""));
const key = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== "__proto__");
const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }));

/** Arguments as a model writes them: always an object. */
export const callInput = fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true });

const call = fc.record({
  name: fc.constantFrom("read_file", "list-files", "t"),
  arguments: callInput.map((input) => JSON.stringify(input)),
});

/** A reply a vendor could give. */
export const arbitraryReply: fc.Arbitrary<WireReply> = fc
  .record({
    reasoning: fc.oneof(fc.constant(""), fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 })),
    text: fc.oneof(text, fc.constant("plain words")),
    calls: fc.array(call, { maxLength: 3 }),
    usage: fc.record({ input: fc.nat({ max: 9_999 }), output: fc.nat({ max: 9_999 }) }),
  })
  .map(({ reasoning, calls, ...reply }) => ({
    ...reply,
    ...(reasoning !== "" && { reasoning }),
    calls: calls.map((made, index) => ({ id: `id_${index}`, ...made })),
  }));
