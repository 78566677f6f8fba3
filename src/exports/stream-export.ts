import type { App } from '../context.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { exportLimits, exportTime } from './export-limits.ts';
import type { ExportOrder } from './export-order.ts';
import { exportSources } from './export-sources.ts';

/** Hands on the next bytes; resolves when further ones are wanted, and rejects when nobody reads any more. */
export type WriteBytes = (bytes: Buffer) => Promise<void>;

const tooLong = 'The export was not read within 10 minutes.';
const stopping = 'The process is being stopped. Begin the export again.';

/**
 * Writes an export page by page, from one snapshot: a transaction whose statements all see the rows that were there at
 * its begin (docs/rules.md#exports). A pooler of transactions keeps its connection as any other one's. Rejects with
 * `unavailable` after ten minutes and when the process is stopped.
 */
export async function streamExport(app: App, order: ExportOrder, write: WriteBytes): Promise<void> {
  const { clock, db, parts } = app;
  const end = clock.monotonic() + exportTime;
  await db.transaction(async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { head, pages } = await exportSources[order.kind](client, order, db);
    await write(Buffer.from(head));
    for await (const page of pages) {
      await write(Buffer.from(page));
      if (clock.monotonic() > end) throw new DomainError('unavailable', tooLong);
      if (parts.stop.begun) throw new DomainError('unavailable', stopping);
    }
  }, exportLimits);
}
