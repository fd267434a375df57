import { apiErrorSchema } from "@roo-code/types/api";

/** An error response of the server, or a failure to reach it (`status` 0). */
export class ApiFailure extends Error {
  readonly code: string;
  readonly status: number;
  /** What the user can do about it. */
  readonly next: string | undefined;
  readonly details: unknown;

  constructor(failure: {
    code: string;
    message: string;
    status: number;
    next?: string | undefined;
    details?: unknown;
  }) {
    super(failure.message);
    this.name = "ApiFailure";
    this.code = failure.code;
    this.status = failure.status;
    this.next = failure.next;
    this.details = failure.details;
  }

  static async of(response: Response): Promise<ApiFailure> {
    const { status } = response;
    const body: unknown = await response.json().catch(() => undefined);
    const parsed = apiErrorSchema.safeParse(body);
    if (parsed.success) return new ApiFailure({ ...parsed.data.error, status });
    return new ApiFailure({
      code: "bad_answer",
      message: `The server answered with status ${status} and an unexpected body.`,
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
