import type { Brand } from '../../emails/index.ts';
import type { Queryable } from '../db/connections/pool.ts';

/**
 * Reads the brand of a mail by the version that its emit named (docs/rules.md#brand-of-a-mail): a version never changes.
 * Null when there is none.
 */
export async function readBrandVersion(client: Queryable, platformId: string, version: number): Promise<Brand | null> {
  const { rows } = await client.query<{ readonly brand: Brand }>(
    'SELECT content AS brand FROM brand_versions WHERE platform_id = $1 AND version = $2',
    [platformId, version],
  );
  return rows[0]?.brand ?? null;
}
