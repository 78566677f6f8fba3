import type { Ctx } from '../context.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { findUse } from './picture-use.ts';
import { noteRemoval } from './store/note-removal.ts';

/**
 * Deletes a picture: its address shows nothing any more, in mails of before too. Mail apps and the caches of processes
 * (picture-cache.ts) may still show a copy. Rejects with `not_found`, `picture_in_use`.
 */
export async function deletePicture({ app, platformId }: Ctx, id: string): Promise<void> {
  if (!isId(id)) throw notFound('picture');
  // A transaction: the entry of the audit log is written with it, and a use that is found undoes it.
  const address = await app.db.transaction(async (client) => {
    const { rows } = await client.query<{ address: Buffer; object: string | null }>(
      'DELETE FROM pictures WHERE platform_id = $1 AND id = $2 RETURNING address, object',
      [platformId, id],
    );
    const [deleted] = rows;
    if (deleted === undefined) throw notFound('picture');
    const use = await findUse(client, platformId, deleted.address);
    if (use !== null) throw new DomainError('picture_in_use', use);
    const { object } = deleted;
    // Also by a process to which no store is configured: another one removes it.
    if (object !== null) await noteRemoval(client, { platformId, object }, app.clock.now());
    return deleted.address;
  });
  app.parts.pictures.forget(address);
}
