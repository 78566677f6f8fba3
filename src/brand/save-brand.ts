import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../context.ts';
import { readBrand } from './brand-input.ts';
import { readPresentBrand } from './read-brand.ts';

export interface BrandSaved {
  /** A platform has one brand, which is known by it. */
  readonly platformId: string;
  /** Whether the platform had none before. */
  readonly created: boolean;
}

/**
 * Saves the platform's brand as a whole; mails of emits from then on have it, in every process, because an emit names
 * the version that its mail has (docs/rules.md#brand-of-a-mail). An equal brand writes nothing. Rejects with `validation_failed`.
 */
export async function saveBrand({ app, platformId }: Ctx, input: unknown): Promise<BrandSaved> {
  const brand = readBrand(input);
  return app.db.transaction(async (client) => {
    // Saves of one platform run one after the other. Emits hold only a key-share lock on the row and do not wait.
    await client.query('SELECT FROM platforms WHERE id = $1 FOR NO KEY UPDATE', [platformId]);
    const present = await readPresentBrand(client, platformId);
    if (present !== null && isDeepStrictEqual(present.brand, brand)) return { platformId, created: false };
    await client.query(
      `WITH next AS (
         INSERT INTO brand_versions (platform_id, version, content, created_at)
         SELECT $1, coalesce(max(version), 0) + 1, $2, $3 FROM brand_versions WHERE platform_id = $1
         RETURNING version
       )
       UPDATE platforms SET brand_version = next.version FROM next WHERE id = $1`,
      [platformId, JSON.stringify(brand), app.clock.now()],
    );
    return { platformId, created: present === null };
  });
}
