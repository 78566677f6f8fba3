import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { invalid } from '../ground/errors/errors.ts';
import type { ImportPlace } from './create-import.ts';
import { importKinds } from './import-kinds.ts';
import { rowMax } from './import-limits.ts';
import { type LockedImport, lockUpload, workspaceOfImport } from './lock-import.ts';
import { createCsvRows } from './reading/csv-rows.ts';
import { type FileForm, readHead } from './reading/file-form.ts';
import { type Place, RowTooLong } from './reading/row.ts';

/**
 * Ends the file of an import and begins its work: checks the header and asks for a turn (docs/rules.md#imports). Rejects
 * with `not_found`, `forbidden`, `import_ended`, and with `validation_failed` under `file` or `columns`.
 */
export async function startImport(ctx: Ctx, workspace: string, id: string): Promise<ImportPlace> {
  const { app, platformId } = ctx;
  const workspaceId = await workspaceOfImport(ctx, workspace, id);
  await app.db.transaction(async (client) => {
    const locked = await lockUpload(ctx, client, workspaceId, id);
    const { form, place } = await readForm(ctx, client, locked);
    const now = app.clock.now();
    await client.query(
      `UPDATE imports SET state = 'running', form = $3, position = $4, line = $5, started_at = $6, changed_at = $6
       WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id, JSON.stringify(form), place.position, place.line, now],
    );
  });
  await app.wake.ask('imports', [{ platformId, id }]);
  return { workspaceId, id };
}

/** Rejects a file whose first bytes show that it cannot be started. */
export async function checkFile(ctx: Ctx, { workspaceId, id }: ImportPlace): Promise<void> {
  await ctx.app.db.transaction(async (client) => {
    await readForm(ctx, client, await lockUpload(ctx, client, workspaceId, id));
  });
}

interface Begun {
  readonly form: FileForm;
  /** Where the first row begins. */
  readonly place: Place;
}

async function readForm(ctx: Ctx, db: Queryable, { workspaceId, id, bytes, ...found }: LockedImport): Promise<Begun> {
  const { rows } = await db.query<{ data: Buffer }>(
    `SELECT data FROM import_chunks WHERE workspace_id = $1 AND import_id = $2 AND position < $3 ORDER BY position`,
    [workspaceId, id, rowMax],
  );
  const first = Buffer.concat(rows.map(({ data }) => data));
  if (first.toString('latin1').trim() === '') throw invalid({ file: ['is empty'] });
  const kind = importKinds[found.kind];
  const head = readHead(first, kind.lists);
  if (head === null) throw invalid({ file: ['must be UTF-8'] });
  const { format, separator, start } = head;
  if (format !== 'csv') return { form: { format }, place: start };
  const reader = createCsvRows(separator, start);
  reader.add(first.subarray(start.position), first.length === bytes);
  const header = nextOf(reader);
  if (header === null || !('values' in header)) {
    throw invalid({ file: ['must begin with a header: the names of its columns on one line'] });
  }
  const { skipUnknownColumns: skipUnknown } = found;
  const { columns, usual = {}, isHeader } = await kind.readColumns(ctx, header.values, { skipUnknown });
  const form = { format, separator, columns: [...columns], usual };
  return { form, place: isHeader ? reader.place() : start };
}

function nextOf(reader: ReturnType<typeof createCsvRows>) {
  try {
    return reader.next();
  } catch (error) {
    if (error instanceof RowTooLong) return null;
    throw error;
  }
}
