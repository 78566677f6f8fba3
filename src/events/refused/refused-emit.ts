/** A rejected emit, as it waits for its row. */
type Place = { readonly id: string } | { readonly reference: string } | null;

export interface RefusedEmit {
  readonly platformId: string;
  readonly apiKeyId: string | null;
  readonly requestId: string;
  readonly workspace: Place;
  readonly eventType: string | null;
  readonly idempotencyKey: string | null;
  /** Of the address that the emit named; null: it named a contact, or nobody. */
  readonly addressHash: Uint8Array | null;
  readonly contact: Place;
  readonly code: string;
  readonly fieldPaths: readonly string[];
  /** One line for each path. */
  readonly faultWords: readonly string[];
}

/** A row: one emit, or the last of several with the same code. */
export interface RefusedEmitRow extends RefusedEmit {
  readonly id: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly createdAt: Date;
}

export const idOf = (place: Place) => (place && 'id' in place ? place.id : null);
export const referenceOf = (place: Place) => (place && 'reference' in place ? place.reference : null);
