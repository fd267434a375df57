import { type DialectReport, RooClient, systemClock } from "@roo-code/providers";
import type { ProviderSettings } from "@roo-code/types";

export interface TestedProvider extends DialectReport {
  readonly milliseconds: number;
}

/** Whether all that a request needs is there, without sending one. Throws `RooError`. */
export function checkProvider(settings: ProviderSettings, environment: NodeJS.ProcessEnv): void {
  void new RooClient(settings, { environment });
}

/** Asks a model to call a small tool. Throws what a run would fail with: `RooError` or `ProviderError`. */
export async function testProvider(
  settings: ProviderSettings,
  environment: NodeJS.ProcessEnv,
): Promise<TestedProvider> {
  const client = new RooClient(settings, { environment });
  const startedAt = systemClock.monotonic();
  try {
    await client.prepare();
    const report = await client.probeDialect(AbortSignal.timeout(60_000));
    return { ...report, milliseconds: systemClock.monotonic() - startedAt };
  } finally {
    await client.dispose();
  }
}
