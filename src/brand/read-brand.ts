import type { Brand } from '../../emails/index.ts';
import type { Queryable } from '../db/connections/pool.ts';

export interface SavedBrand {
  readonly version: number;
  readonly brand: Brand;
  readonly savedAt: Date;
}

/** Reads the platform's present brand; null when it has none. */
export async function readPresentBrand(client: Queryable, platformId: string): Promise<SavedBrand | null> {
  const { rows } = await client.query<SavedBrand>(
    `SELECT b.version, b.content AS brand, b.created_at AS "savedAt" FROM platforms p
     JOIN brand_versions b ON b.platform_id = p.id AND b.version = p.brand_version
     WHERE p.id = $1`,
    [platformId],
  );
  return rows[0] ?? null;
}
