/** A request that failed, in the form in which pages show it. */

/** Messages by the path of the field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface FaultFacts {
  /** A code of the service's errors; `offline` when no response came, `unreadable` when it is not of this service. */
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | null;
  readonly errors?: FieldErrors;
  /** Seconds until a retry can succeed. */
  readonly retryAfter?: number | null;
}

export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: string;
  readonly requestId: string | null;
  readonly errors: FieldErrors;
  readonly retryAfter: number | null;

  constructor({ code, message, requestId = null, errors = {}, retryAfter = null }: FaultFacts) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** Any error as a fault: a bug of the page has no code of the service. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault({ code: 'page_error', message: error instanceof Error ? error.message : String(error) });
}
