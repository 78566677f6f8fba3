/** Facts of a request for the log, beside its method and status. The parts that handle the request fill them in. */
export interface RequestFacts {
  /** `emitEvent` in REST, root fields such as `mutation eventEmit` in GraphQL; null before the operation is known. */
  operation: string | null;
  /**
   * Pattern of the path, such as `/v1/workspaces/:workspace/events`. Never the path itself, which may hold addresses
   * and tokens. Null: no route of the service.
   */
  path: string | null;
  /** Error code of the response, or of the first error of a GraphQL response. */
  code: string | null;
  /** Id of the platform that the request acts for; null before the sender is known, and where none is named. */
  platform: string | null;
  /** Id of the API key; null for an operator. */
  key: string | null;
}

export function newRequestFacts(): RequestFacts {
  return { operation: null, path: null, code: null, platform: null, key: null };
}
