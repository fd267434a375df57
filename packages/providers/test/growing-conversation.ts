import { modelRequest } from "@roo-code/testkit/model-request";
import { type Message, type ModelRequest, userMessage } from "@roo-code/types";
import type { WireFormat } from "../src/protocols/wire-format.ts";

type Encoder = Pick<WireFormat, "encode">;

interface Growing {
  readonly messages: readonly Message[];
  readonly request?: Partial<ModelRequest>;
  /** What a format puts at the end of the conversation for the vendor's cache, and moves as it grows. */
  readonly mark?: string;
}

/**
 * How the requests of a growing conversation fail to begin with the previous one, up to its last piece, which
 * ends the body; or to be what an encoder writes that has not seen the conversation grow. Empty when all is well.
 */
export function faultsOfGrowth(newEncoder: () => Encoder, { messages, request: over, mark = "" }: Growing): string[] {
  const encoder = newEncoder();
  const growing: Message[] = [];
  const request = modelRequest({ ...over, messages: growing });
  return messages.flatMap((message) => {
    const before = textOf(encoder.encode(request).slice(0, -1));
    growing.push(message);
    const after = textOf(encoder.encode(request));
    const anew = textOf(newEncoder().encode({ ...request, messages: [...growing] }));
    JSON.parse(after);
    return [
      ...(after.replaceAll(mark, "").startsWith(before.replaceAll(mark, "")) ? [] : [`${after} begins otherwise`]),
      ...(after === anew ? [] : [`${after} is not ${anew}`]),
    ];
  });
}

/** How often a message is looked at when its conversation is sent again and again. */
export function timesEncoded(encoder: Encoder): number {
  let looks = 0;
  const watched: Message = {
    role: "user",
    get content() {
      looks += 1;
      return [{ type: "text" as const, text: "long" }];
    },
  };
  const messages: Message[] = [watched];
  const request = modelRequest({ messages });
  for (let turn = 0; turn < 5; turn += 1) {
    encoder.encode(request);
    messages.push(userMessage("more"));
  }
  return looks;
}

function textOf(pieces: readonly Buffer[]): string {
  return Buffer.concat(pieces).toString();
}
