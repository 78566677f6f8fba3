import type { SuppressionBlocks, SuppressionReason } from '../../prisma/generated/client.ts';

/** Why an address must not be mailed, and how far the block reaches (docs/rules.md#suppressed-addresses). */
export interface AddressFault {
  readonly platformId: string;
  /** Null: on the whole platform. */
  readonly workspaceId: string | null;
  /** Null after the erasure of its person; the hash still blocks. */
  readonly address: string | null;
  readonly addressHash: Buffer;
  readonly reason: SuppressionReason;
  readonly blocks: SuppressionBlocks;
  readonly at: Date;
}

/** Where it holds (docs/rules.md#suppression-scopes). */
export const scopeOf = ({ platformId, workspaceId }: Pick<AddressFault, 'platformId' | 'workspaceId'>): string =>
  workspaceId ?? platformId;
