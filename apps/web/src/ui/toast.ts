import { toast } from "sonner";
import { describeError } from "./states.tsx";

export function tell(message: string): void {
  toast(message);
}

/** A failure, with what to do about it. */
export function tellFailure(error: unknown): void {
  const { message, next } = describeError(error);
  toast.error(message, next === undefined ? {} : { description: next });
}
