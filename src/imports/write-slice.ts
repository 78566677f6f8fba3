/** What a slice does to its import, in the transaction that writes its rows (docs/rules.md#imports). */
import type { ImportKind } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { FieldErrors } from '../ground/errors/errors.ts';
import type { RowOutcome, SliceSteps } from './import-kind.ts';
import { faultsKept } from './import-limits.ts';
import type { FileForm } from './reading/file-form.ts';
import type { Slice } from './reading/read-slices.ts';
import type { Place } from './reading/row.ts';

/** A running import, as a turn found it. */
export interface OpenImport extends Place {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly kind: ImportKind;
  readonly apiKeyId: string | null;
  readonly form: FileForm;
  readonly bytes: number;
  readonly platformWide: boolean;
  readonly sentAt: Date;
}

/** Another process has written the slice, or the import has ended: this turn is over. */
export class MovedOn extends Error {
  override readonly name = 'MovedOn';
}

interface Step {
  readonly from: Place;
  /** Null: nothing is left. */
  readonly slice: Slice | null;
}

/** The row is locked for the whole transaction, so each slice is written once, by whichever process comes first. */
export function stepsOf(app: App, work: OpenImport, { from, slice }: Step): Pick<SliceSteps, 'begin' | 'end'> {
  return {
    async begin(client) {
      const { rowCount } = await client.query(
        `SELECT FROM imports WHERE workspace_id = $1 AND id = $2 AND state = 'running' AND position = $3
         FOR NO KEY UPDATE SKIP LOCKED`,
        [work.workspaceId, work.id, from.position],
      );
      if (rowCount === 0) throw new MovedOn();
    },
    async end(client, outcomes) {
      if (slice === null) throw new Error('There is no slice to end');
      await moveOn(client, work, { slice, outcomes, now: app.clock.now() });
    },
  };
}

interface Done {
  readonly slice: Slice;
  readonly outcomes: readonly RowOutcome[];
  readonly now: Date;
}

async function moveOn(client: Queryable, work: OpenImport, { slice, outcomes, now }: Done): Promise<void> {
  const { workspaceId, id } = work;
  const { rows, end } = slice;
  const count = (wanted: RowOutcome['result']) => outcomes.filter(({ result }) => result === wanted).length;
  const refused = count('refused');
  const { rows: counted } = await client.query<{ before: number }>(
    `UPDATE imports SET position = $3, line = $4, created = created + $5, updated = updated + $6,
                        refused = refused + $7::int, tries = 0, changed_at = $8
     WHERE workspace_id = $1 AND id = $2 RETURNING refused - $7::int AS before`,
    [workspaceId, id, end.position, end.line, count('created'), count('updated'), refused, now],
  );
  const room = faultsKept - (counted[0]?.before ?? 0);
  if (refused > 0 && room > 0) {
    const faults = outcomes.flatMap((outcome, at) =>
      outcome.result === 'refused' ? [{ ...outcome, line: rows[at]?.line ?? 0 }] : [],
    );
    await client.query(keepFaults({ i: faults.slice(0, room), workspaceId, id }));
  }
  await client.query(
    `DELETE FROM import_chunks
     WHERE workspace_id = $1 AND import_id = $2 AND position + length(data) <= $3`,
    [workspaceId, id, end.position],
  );
}

interface Fault {
  readonly line: number;
  readonly code: string;
  readonly fields: FieldErrors;
}

const keepFaults = statement({
  rows: {
    i: rowsOf<Fault>({
      line: ['int', ({ line }) => line],
      code: ['text', ({ code }) => code],
      fields: ['jsonb', ({ fields }) => JSON.stringify(fields)],
    }),
  },
  values: { workspaceId: 'text', id: 'text' },
  text: ({ i, workspaceId, id }) => `
    INSERT INTO import_faults (workspace_id, import_id, line, code, fields)
    SELECT ${workspaceId}, ${id}, line, code, fields FROM ${i}`,
});
