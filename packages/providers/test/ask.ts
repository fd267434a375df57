import { modelRequest } from "@roo-code/testkit/model-request";
import type { WireServer } from "@roo-code/testkit/wire/wire-server";
import { type ApiChunk, type ApiStream, type FinalMessage, type ModelRequest, ProviderError } from "@roo-code/types";
import { RooClient, type RooClientOptions } from "../src/roo-client.ts";
import type { StepOf } from "./scenarios/scenario.ts";
import type { TestedFormat } from "./served-formats.ts";

export interface Asked {
  readonly chunks: readonly ApiChunk[];
  readonly stream: ApiStream;
  /** Or why there is none. */
  readonly final: FinalMessage | undefined;
  readonly error: unknown;
}

export function clientFor({ format }: TestedFormat, server: WireServer, options: RooClientOptions = {}): RooClient {
  return new RooClient(format.settings(server.origin), { environment: {}, ...options });
}

export function pushStep({ format }: TestedFormat, server: WireServer, step: StepOf): void {
  server.push(typeof step === "function" ? step(format) : step);
}

/** Reads one reply to its end and checks what every stream must keep to. */
export async function ask(client: RooClient, request: Partial<ModelRequest> = {}): Promise<Asked> {
  const stream = client.createMessage(modelRequest(request));
  const chunks: ApiChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const outcome = await stream.getFinalMessage().then(
    (final) => ({ final, error: undefined }),
    (error: unknown) => ({ final: undefined, error }),
  );
  checkOrder(chunks);
  return { chunks, stream, ...outcome };
}

/** Tells whether it is settled by now. */
export function watch(outcome: Promise<unknown>): () => boolean {
  let isSettled = false;
  void outcome.finally(() => {
    isSettled = true;
  });
  return () => isSettled;
}

/** Why it failed. Throws if it did not, or not with a `ProviderError`. */
export async function rejectionOf(outcome: Promise<unknown>): Promise<ProviderError> {
  return providerError(
    await outcome.then(
      () => undefined,
      (reason: unknown) => reason,
    ),
  );
}

export function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  throw new Error(`a ProviderError was expected, not ${String(error)}`, { cause: error });
}

/** A start first, an end last, and calls that are begun before they go on. */
function checkOrder(chunks: readonly ApiChunk[]): void {
  const types = chunks.map((chunk) => chunk.type);
  const isWhole = types.at(-1) === "message.end";
  const open = new Set<string>();
  const problems: string[] = [];
  const expectThat = (isSo: boolean, problem: string) => void (isSo || problems.push(problem));
  expectThat(isWhole || types.at(-1) === "failure", "no end");
  expectThat(types.length === 1 || types[0] === "message.start", "no start");
  for (const once of ["message.start", "usage", "message.end", "failure"] as const) {
    expectThat(types.filter((type) => type === once).length <= 1, `several of ${once}`);
  }
  for (const chunk of chunks) {
    if (chunk.type === "call.start") {
      expectThat(!open.has(chunk.callId), "begun twice");
      open.add(chunk.callId);
    }
    if (chunk.type === "call.delta") expectThat(open.has(chunk.callId) && chunk.text !== "", "empty or stray delta");
    if (chunk.type === "call.end") expectThat(open.delete(chunk.callId), "ended twice");
    if (chunk.type === "text.delta") expectThat(chunk.text !== "", "empty text");
  }
  expectThat(!isWhole || open.size === 0, "a call without an end");
  if (problems.length > 0) throw new Error(`${problems.join(", ")} in ${types.join(" ")}`);
}
