import type { Ctx } from '../../context.ts';
import { DomainError, notFound } from '../../ground/errors/errors.ts';
import { mayNameLayout } from './layout-name.ts';
import { countUsers } from './layout-users.ts';

/**
 * Deletes a layout that no template uses. Its versions stay for mails of before, and a later layout of the name counts
 * on. Returns its name. Rejects with `not_found`, `layout_in_use`.
 */
export async function deleteLayout({ app, platformId }: Ctx, name: string): Promise<string> {
  if (!mayNameLayout(name)) throw notFound('layout');
  await app.db.transaction(async (client) => {
    const { rowCount } = await client.query(
      'UPDATE layouts SET version = NULL WHERE platform_id = $1 AND name = $2 AND version IS NOT NULL',
      [platformId, name],
    );
    if (rowCount === 0) throw notFound('layout');
    // Saves of templates that name it wait for the row, and find it gone.
    const users = await countUsers(client, platformId, name);
    if (users === 0) return;
    const told =
      users === 1
        ? 'One template uses the layout. Save it without the layout first.'
        : `${users} templates use the layout. Save them without the layout first.`;
    throw new DomainError('layout_in_use', told);
  });
  return name;
}
