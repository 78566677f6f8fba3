import type { Queryable } from '../../db/connections/pool.ts';

/** The layout of a template in a save: its name, and the version that its mails have from now on. */
export interface NamedLayout {
  readonly name: string;
  readonly version: number;
}

/**
 * Keeps a layout as it is until the transaction ends: a save of the layout, and its deletion, wait. It is locked before
 * the event type, because a save of a layout locks in this order too. Returns null when there is none.
 */
export async function lockLayout(client: Queryable, platformId: string, name: string): Promise<NamedLayout | null> {
  const { rows } = await client.query<NamedLayout>(
    'SELECT name, version FROM layouts WHERE platform_id = $1 AND name = $2 AND version IS NOT NULL FOR SHARE',
    [platformId, name],
  );
  return rows[0] ?? null;
}
