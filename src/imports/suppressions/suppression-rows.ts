/** Writes rows of a file as suppressions: each is judged as one by hand is (docs/rules.md#suppression-by-hand). */
import type { Ctx } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { giveWay } from '../../ground/give-way/give-way.ts';
import { faultsOf } from '../../ground/input/input.ts';
import { suppressInput } from '../../suppressions/suppress-by-hand.ts';
import { type HandedSuppression, suppressMany } from '../../suppressions/suppress-many.ts';
import type { ImportTarget, PrepareRows, RowOutcome, SliceSteps } from '../import-kind.ts';
import type { Row } from '../reading/row.ts';
import { refusedRow, unreadable } from '../row-outcomes.ts';
import { suppressionOf } from './suppression-item.ts';

/** Rows parsed before other work runs: about two milliseconds. */
const pieceRows = 100;

export function openSuppressionRows(ctx: Ctx, target: ImportTarget): Promise<PrepareRows> {
  const { app, platformId } = ctx;
  const { workspaceId, platformWide, sentAt } = target;
  return Promise.resolve(async (rows) => {
    const read: (HandedSuppression | RowOutcome)[] = [];
    for (const row of rows) {
      if (read.length > 0 && read.length % pieceRows === 0) await giveWay();
      read.push(readRow(ctx, row, target));
    }
    const given = read.filter((one) => 'addressHash' in one);
    const write = async ({ begin, end }: SliceSteps) => {
      const endpoints = await app.db.transaction(async (client) => {
        const { rowCount } = await client.query(
          'SELECT FROM workspaces WHERE platform_id = $1 AND id = $2 AND deleted_at IS NULL FOR KEY SHARE',
          [platformId, workspaceId],
        );
        if (rowCount === 0) throw notFound('workspace');
        await begin(client);
        const reach = platformWide ? null : workspaceId;
        const { results, endpoints } = await suppressMany(ctx, client, { workspaceId, reach, given, sentAt });
        const written = results.values();
        const outcomes = read.map((one) =>
          'addressHash' in one ? { result: written.next().value ?? 'updated' } : one,
        );
        await end(client, outcomes);
        return endpoints;
      });
      await app.wake.ask('webhooks', endpoints);
    };
    return { names: null, write };
  });
}

function readRow({ app }: Ctx, row: Row, target: ImportTarget): HandedSuppression | RowOutcome {
  const fault = unreadable(row, target.columns);
  if (fault !== null) return fault;
  const given = suppressionOf(row, target);
  if ('fault' in given) return refusedRow({ row: [given.fault] });
  const parsed = suppressInput.safeParse(given);
  if (!parsed.success) return refusedRow(faultsOf(parsed.error));
  const { email, reason, note } = parsed.data;
  return { email, addressHash: app.secrets.addressHash(email), reason: reason ?? 'manual', note: note ?? null };
}
