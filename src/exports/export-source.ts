/** What an export reads from one snapshot. */
import type { Db, Queryable } from '../db/connections/pool.ts';
import type { ExportOrder } from './export-order.ts';

export interface ExportSource {
  /** The header of a CSV file; an empty text for NDJSON. */
  readonly head: string;
  /** The text of page after page, with the ends of its lines. */
  readonly pages: AsyncIterable<string>;
}

/** Reads by a client in a transaction whose statements all see the same rows; on a cluster each sees those of its time. */
export type OpenSource = (client: Queryable, order: ExportOrder, db: Pick<Db, 'isCluster'>) => Promise<ExportSource>;
