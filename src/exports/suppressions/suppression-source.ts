import type { Db, Queryable } from '../../db/connections/pool.ts';
import type { ExportOrder } from '../export-order.ts';
import type { ExportSource } from '../export-source.ts';
import { linesOf } from '../lines-of.ts';
import { suppressionCsv, suppressionHead, suppressionJson } from './suppression-line.ts';
import { suppressionPages } from './suppression-pages.ts';

// Not async: the columns of suppressions are the same for every platform.
export function openSuppressionSource(
  client: Queryable,
  order: ExportOrder,
  db: Pick<Db, 'isCluster'>,
): Promise<ExportSource> {
  const isCsv = order.format === 'csv';
  return Promise.resolve({ head: isCsv ? suppressionHead : '', pages: textPages(db, client, order) });
}

async function* textPages(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  order: ExportOrder,
): AsyncGenerator<string, void, undefined> {
  const lineOf = order.format === 'csv' ? suppressionCsv : suppressionJson;
  for await (const suppressions of suppressionPages(db, client, order)) yield linesOf(suppressions, lineOf);
}
