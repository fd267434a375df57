import { apiErrorSchema } from "@roo-code/types/api";

/** What the server answered instead, or that it could not be reached (`status` 0). */
export class ApiFailure extends Error {
  readonly code: string;
  readonly status: number;
  /** What a person can do about it. */
  readonly next: string | undefined;
  readonly details: unknown;

  constructor(given: { code: string; message: string; status: number; next?: string | undefined; details?: unknown }) {
    super(given.message);
    this.name = "ApiFailure";
    this.code = given.code;
    this.status = given.status;
    this.next = given.next;
    this.details = given.details;
  }

  static async of(response: Response): Promise<ApiFailure> {
    const { status } = response;
    const body: unknown = await response.json().catch(() => undefined);
    const parsed = apiErrorSchema.safeParse(body);
    if (parsed.success) return new ApiFailure({ ...parsed.data.error, status });
    return new ApiFailure({
      code: "bad_answer",
      message: `The server answered ${status} in a form of its own.`,
      status,
    });
  }

  static unreachable(error: unknown): ApiFailure {
    const message = error instanceof Error && error.message ? error.message : String(error);
    return new ApiFailure({
      code: "unreachable",
      message: `The server cannot be reached (${message}).`,
      next: "Check that roo serve is running.",
      status: 0,
    });
  }
}
