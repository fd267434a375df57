import { RooClient, systemClock } from "@roo-code/providers";
import { type ProviderSettings, userMessage } from "@roo-code/types";

/** Asks a model for one word. Throws what a run would fail with: `RooError` or `ProviderError`. */
export async function testProvider(
  settings: ProviderSettings,
  environment: NodeJS.ProcessEnv,
): Promise<{ model: string; milliseconds: number }> {
  const client = new RooClient({ ...settings, maxTokens: 16 }, { environment });
  const startedAt = systemClock.monotonic();
  try {
    await client.prepare();
    const stream = client.createMessage({
      systemPrompt: "Answer with one word.",
      messages: [userMessage("Are you there?")],
      tools: [],
      metadata: { taskId: "test", agent: "root", priorAttempts: 0 },
      signal: AbortSignal.timeout(60_000),
    });
    await stream.getFinalMessage();
    return { model: client.model, milliseconds: systemClock.monotonic() - startedAt };
  } finally {
    await client.dispose();
  }
}
