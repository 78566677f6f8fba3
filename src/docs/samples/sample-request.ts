/** A request that code samples make. */
export interface SampleRequest {
  /** In capitals. */
  readonly method: string;
  readonly url: string;
  /** The API key itself; null: samples read it from the environment. */
  readonly apiKey: string | null;
  /** Undefined when the request has no body. */
  readonly body?: unknown;
  /** Whether the response has a JSON body. */
  readonly hasResponse: boolean;
}

/** The environment variable that samples read. */
export const keyVariable = 'TIDINGS_API_KEY';
