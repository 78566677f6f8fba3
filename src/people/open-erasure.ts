/** An erasure that is not finished. */
export interface OpenErasure {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly addressHashes: readonly Buffer[];
  readonly contactIds: readonly string[];
  /** Addresses and references, lower case. */
  readonly terms: readonly string[];
  readonly requestedAt: Date;
}
