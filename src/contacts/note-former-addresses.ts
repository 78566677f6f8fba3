import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';

/** An address that a contact no longer has. */
export interface FormerAddress {
  readonly contactId: string;
  readonly addressHash: Uint8Array;
}

const insertFormer = statement({
  rows: {
    i: rowsOf<FormerAddress>({
      contact_id: ['text', ({ contactId }) => contactId],
      address_hash: ['bytea', ({ addressHash }) => addressHash],
    }),
  },
  values: { workspaceId: 'text', until: 'timestamptz' },
  text: ({ i, workspaceId, until }) => `
    INSERT INTO former_addresses (workspace_id, address_hash, contact_id, until)
    SELECT ${workspaceId}, address_hash, contact_id, ${until} FROM ${i}
    ORDER BY address_hash, contact_id
    ON CONFLICT (workspace_id, address_hash, contact_id) DO UPDATE SET until = excluded.until`,
});

/** Keeps the hash of each address, so that an erasure by it finds the contact (docs/rules.md#former-addresses). */
export async function noteFormerAddresses(
  client: Queryable,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: Date },
  former: readonly FormerAddress[],
): Promise<void> {
  if (former.length > 0) await client.query(insertFormer({ i: former, workspaceId, until: now }));
}
