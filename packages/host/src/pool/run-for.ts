import type { ApprovalKind, Limits, ProviderSettings, Settings } from "@roo-code/types";
import type { Configuration } from "../configuration.ts";
import type { PoolRun } from "./task-pool.ts";

/** What a client asks of a run; what it leaves open the settings say. */
export interface RunWish {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly autoApprove?: readonly ApprovalKind[] | undefined;
  readonly limits?: Limits | undefined;
  readonly attended?: boolean | undefined;
}

export function runFor(configuration: Configuration, wish: RunWish): PoolRun {
  const { settings } = configuration;
  return {
    configuration,
    provider: providerOf(wish),
    limits: { ...limitsOf(settings), ...wish.limits },
    autoApprove: new Set(wish.autoApprove ?? settings.autoApprove),
    attended: wish.attended ?? true,
  };
}

function providerOf({ provider, model }: RunWish): Partial<ProviderSettings> {
  return {
    ...(provider !== undefined && { apiProvider: provider }),
    ...(model !== undefined && { apiModelId: model }),
  };
}

function limitsOf({ maxTurns, maxCost, maxTokens, timeout }: Settings): Limits {
  return {
    ...(maxTurns !== undefined && { turns: maxTurns }),
    ...(maxCost !== undefined && { costUsd: maxCost }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
    ...(timeout !== undefined && { seconds: timeout }),
  };
}
