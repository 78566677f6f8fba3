/** A request that code samples make. */
export interface SampleRequest {
  /** In capitals. */
  readonly method: string;
  readonly url: string;
  /** The API key itself; null: samples read it from the environment. */
  readonly apiKey: string | null;
  /** Undefined when the request has no body; a text is a file, which goes as it is. */
  readonly body?: unknown;
  readonly hasResponse: boolean;
  /** Whether the response is a file and no JSON. */
  readonly isFile?: boolean;
}

/** The `Content-Type` of a body. */
export const typeOf = (body: unknown): string => (typeof body === 'string' ? 'text/csv' : 'application/json');

/** The environment variable that samples read. */
export const keyVariable = 'TIDINGS_API_KEY';
