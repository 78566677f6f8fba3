import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';

/**
 * Deletes the platform's brand: mails of emits from then on have none, without a save of their templates. Its versions
 * stay for mails of before, and a later brand counts on (docs/rules.md#brand-of-a-mail). Returns the platform, by which
 * a brand is known. Rejects with `not_found`.
 */
export async function deleteBrand({ app, platformId }: Ctx): Promise<string> {
  // A transaction, so that the entry of the audit log is written with it.
  await app.db.transaction(async (client) => {
    const { rowCount } = await client.query(
      'UPDATE platforms SET brand_version = NULL WHERE id = $1 AND brand_version IS NOT NULL',
      [platformId],
    );
    if (rowCount === 0) throw notFound('brand');
  });
  return platformId;
}
