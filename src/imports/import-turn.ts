import type { ImportKind } from '../../prisma/generated/client.ts';
import type { App, Ctx } from '../context.ts';
import type { TurnKey } from '../turns/jobs.ts';
import type { Pressed } from '../turns/queue-turns.ts';
import { endImport } from './end-import.ts';
import { importKinds } from './import-kinds.ts';
import { triesMax } from './import-limits.ts';
import { fileForm } from './reading/file-form.ts';
import { ChunkGone, readSlices } from './reading/read-slices.ts';
import { RowTooLong } from './reading/row.ts';
import { MovedOn, type OpenImport, stepsOf } from './write-slice.ts';
import { writeInOrder } from './write-slices.ts';

/** Time of one turn before other turns run, and while others wait; milliseconds. */
const turnTime = 2_000;
const pressedTime = 250;

/**
 * One turn of an import: slice after slice, each a transaction that also moves the import on, so that any process can go
 * on after a crash (docs/rules.md#imports). The next slice is read while two are written.
 */
export async function importTurn(app: App, key: TurnKey, pressed: Pressed): Promise<void> {
  const work = await beginTurn(app, key);
  if (work === null) return;
  const began = performance.now();
  const isOver = () => performance.now() - began > (pressed() ? pressedTime : turnTime);
  try {
    if (await writeSlices(app, work, isOver)) await app.wake.ask('imports', [key]);
  } catch (error) {
    if (error instanceof MovedOn || error instanceof ChunkGone) return;
    if (!(error instanceof RowTooLong)) throw error;
    await fail(app, work, 'row_too_long');
  }
}

/** Returns whether rows are left. */
async function writeSlices(app: App, work: OpenImport, isOver: () => boolean): Promise<boolean> {
  const ctx: Ctx = { app, platformId: work.platformId, apiKeyId: work.apiKeyId, workspaceId: null };
  const { form } = work;
  const { columns, usual } = form.format === 'csv' ? form : { columns: [], usual: {} };
  const prepare = await importKinds[work.kind].open(ctx, { ...work, columns, usual });
  const slices = readSlices(app.db.pool, work, work);
  const read = async () => {
    const { value: slice } = await slices.next();
    return slice ? { slice, ...(await prepare(slice.rows)) } : null;
  };
  const writer = writeInOrder(app, work);
  const writeSome = async () => {
    let next = read();
    for (let current = await next; current !== null; current = await next) {
      next = read();
      // Whoever waits for it takes its error; a turn that ends before leaves it.
      next.catch(() => undefined);
      await writer.write(current);
      if (isOver()) return true;
    }
    return false;
  };
  const isLeft = await writeSome().finally(writer.end);
  if (isLeft) return true;
  const place = await writer.end();
  await app.db.transaction(async (client) => {
    await stepsOf(app, work, { from: place, slice: null }).begin(client);
    await endImport(client, { ...work, state: 'finished', failure: null, now: app.clock.now() });
  });
  return false;
}

type ImportRow = Omit<OpenImport, 'form'> & {
  readonly form: unknown;
  readonly tries: number;
  readonly kind: ImportKind;
};

/** Counts the turn. Null when the import has ended, waits for its platform, or has failed too often. */
async function beginTurn(app: App, { platformId, id }: TurnKey): Promise<OpenImport | null> {
  const { rows } = await app.db.pool.query<ImportRow>(
    `UPDATE imports i SET tries = tries + 1, changed_at = $3
     FROM platforms p
     WHERE i.platform_id = $1 AND i.id = $2 AND i.state = 'running' AND p.id = i.platform_id AND p.suspended_at IS NULL
     RETURNING i.platform_id AS "platformId", i.workspace_id AS "workspaceId", i.id, i.kind, i.api_key_id AS "apiKeyId",
               i.form, i.bytes, i.position, i.line, i.platform_wide AS "platformWide", i.created_at AS "sentAt", i.tries`,
    [platformId, id, app.clock.now()],
  );
  const [row] = rows;
  if (!row) return null;
  const work: OpenImport = { ...row, form: fileForm.parse(row.form) };
  if (row.tries <= triesMax) return work;
  await fail(app, work, 'internal_error');
  return null;
}

async function fail(app: App, work: OpenImport, failure: 'row_too_long' | 'internal_error'): Promise<void> {
  await app.db.transaction(async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM imports WHERE workspace_id = $1 AND id = $2 AND state = 'running' FOR NO KEY UPDATE`,
      [work.workspaceId, work.id],
    );
    if (rowCount === 0) return;
    await endImport(client, { ...work, state: 'failed', failure, now: app.clock.now() });
  });
}
