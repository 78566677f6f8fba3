import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { maintenanceLimits } from '../db/connections/time-limits.ts';
import { giveWay } from '../ground/give-way/give-way.ts';
import { moveSearch, searchEnd } from './move-search.ts';
import type { OpenErasure } from './open-erasure.ts';
import { personFinder } from './person-finder.ts';
import type { FoundRow, SearchedTable } from './searched-table.ts';
import { searchedTables } from './searched-tables.ts';
import type { WordFinder } from './word-finder.ts';

/** Rows read at once unless the table says another number; an event may have 5,000 characters of metadata. */
const rowsOfMost = 250;
/** Found rows after which a step reads no further; a piece of work may find some more. */
const foundMax = 200;
/** Time after which a step reads no further rows; milliseconds. */
const stepTime = 250;
/** Time after which other work of the process runs; milliseconds. */
const pieceTime = 5;

/** Where a search begins. */
export const searchStart = placeIn(searchedTables[0], '');

/**
 * One step of the search for the words of an erased person in everybody's rows (docs/rules.md#search-of-an-erasure).
 * Rows are read and examined without a lock. Then one short transaction changes those that hold a word and notes how far
 * the search has come; a step that another process overtook changes nothing.
 */
export async function searchStep(app: App, erasure: OpenErasure & { readonly searched: string }): Promise<void> {
  const search = { erasure, names: personFinder(app, erasure), until: performance.now() + stepTime };
  const tables = [...searchedTables];
  const [name = '', start = ''] = erasure.searched.split(' ');
  while (tables[0] !== undefined && tables[0].name !== name) tables.shift();
  let after = start;
  let found: readonly FoundRow[] = [];
  for (let table = tables[0]; table !== undefined; table = tables[0]) {
    const examined = await examine(app, table, after, search);
    ({ found, after } = examined);
    if (found.length > 0) break;
    if (examined.ended) {
      tables.shift();
      after = '';
    }
    if (performance.now() >= search.until) break;
  }
  const [table] = tables;
  const next = table ? placeIn(table, after) : searchEnd;
  const clear = async (client: Queryable) => {
    if (found.length > 0) await table?.clear(app, client, erasure, found, search.names);
  };
  const isApart = app.db.isCluster() && table?.onCoordinator === true;
  // In one transaction a crash could keep the place and lose the rest (docs/rules.md#erasure-on-a-cluster).
  if (isApart) await app.db.transaction(clear, maintenanceLimits);
  await app.db.transaction(async (client) => {
    const isMoved = await moveSearch(client, erasure, next);
    if (isMoved && !isApart) await clear(client);
  }, maintenanceLimits);
}

interface Search {
  readonly erasure: OpenErasure;
  readonly names: WordFinder;
  /** `performance.now()`. */
  readonly until: number;
}

interface Examined {
  readonly found: readonly FoundRow[];
  /** The last row that was examined. */
  readonly after: string;
  /** Whether the table has no further row. */
  readonly ended: boolean;
}

async function examine(app: App, table: SearchedTable, start: string, search: Search): Promise<Examined> {
  const { erasure, names, until } = search;
  const { rowsAtOnce = rowsOfMost } = table;
  const rows = await table.read(app.db.pool, erasure, start, rowsAtOnce);
  const found: FoundRow[] = [];
  let after = start;
  let pieceUntil = performance.now() + pieceTime;
  for (const row of rows) {
    const named = new Set<number>();
    let isPieceOver = false;
    for (const [position, text] of row.texts.entries()) {
      if (names(text, 'apart')) named.add(position);
      if (performance.now() < pieceUntil) continue;
      isPieceOver = true;
      await giveWay();
      pieceUntil = performance.now() + pieceTime;
    }
    if (named.size > 0) found.push({ ...row, named });
    after = row.id;
    const isEnough = isPieceOver && (found.length >= foundMax || performance.now() >= until);
    if (isEnough) return { found, after, ended: false };
  }
  return { found, after, ended: rows.length < rowsAtOnce };
}

function placeIn(table: SearchedTable | undefined, after: string): string {
  return `${table?.name ?? ''} ${after}`;
}
