/** An erasure that is not finished. */
export interface OpenErasure {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly addressHashes: readonly Buffer[];
  readonly contactIds: readonly string[];
  /** Addresses, references and ids of contacts, as they were written. */
  readonly terms: readonly string[];
  readonly requestedAt: Date;
  /** How far everybody's rows were searched (search-step.ts); null: the person's own rows come first. */
  readonly searched: string | null;
}
