import { type ModelClient, RooError } from "@roo-code/types";

type Model = Pick<ModelClient, "provider" | "model">;

/** Nobody is there to see that a limit limits nothing. */
export function unknownPrice({ provider, model }: Model, costUsd: number): RooError {
  return new RooError({
    code: "unknown_price",
    message: `The limit of ${costUsd} USD cannot be kept: nobody knows what ${model} of ${provider} costs.`,
    next: `Limit it otherwise: --max-tokens N or --max-turns N. Or say what it costs per million tokens, in a profile: roo profiles add NAME --provider ${provider} --model ${model} --input-price USD --output-price USD`,
  });
}

export function warningOfUnknownPrice({ provider, model }: Model, costUsd: number): { code: string; message: string } {
  return {
    code: "unknown_price",
    message: `Nobody knows what ${model} of ${provider} costs: the limit of ${costUsd} USD limits nothing. Use --max-tokens or --max-turns, or give its profile an inputPrice and an outputPrice.`,
  };
}
