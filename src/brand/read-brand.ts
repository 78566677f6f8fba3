import type { Brand } from '../../emails/index.ts';
import type { Queryable } from '../db/connections/pool.ts';

export interface SavedBrand {
  readonly version: number;
  readonly brand: Brand;
  readonly savedAt: Date;
}

const columns = 'b.version, b.content AS brand, b.created_at AS "savedAt"';

/** Reads one version of a platform's brand, which never changes; null when there is none. */
export async function readBrandVersion(client: Queryable, platformId: string, version: number): Promise<Brand | null> {
  const { rows } = await client.query<SavedBrand>(
    `SELECT ${columns} FROM brand_versions b WHERE b.platform_id = $1 AND b.version = $2`,
    [platformId, version],
  );
  return rows[0]?.brand ?? null;
}

/** Reads the platform's present brand; null when it has none. */
export async function readPresentBrand(client: Queryable, platformId: string): Promise<SavedBrand | null> {
  const { rows } = await client.query<SavedBrand>(
    `SELECT ${columns} FROM platforms p
     JOIN brand_versions b ON b.platform_id = p.id AND b.version = p.brand_version
     WHERE p.id = $1`,
    [platformId],
  );
  return rows[0] ?? null;
}
