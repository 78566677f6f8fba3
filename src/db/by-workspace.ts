/**
 * Rows of many workspaces in one statement, or in one for each workspace (docs/rules.md#statements-of-one-workspace). A
 * cluster sends a statement that names its one workspace to the shard as it is; it refuses most that mix them.
 */
import type { Db, Queryable } from './connections/pool.ts';
import type { Query, Statement } from './rows.ts';

/** Picks the form of a statement. It is called where the query is sent: `query(form(statement)(input))`. */
export type Form = <Given>(statement: Statement<Given>) => (input: Given) => Query;

const ofAny: Form = (statement) => statement;

/** For rows that are all of one workspace. */
export function formFor(db: Pick<Db, 'isCluster'>, workspaceId: string): Form {
  if (!db.isCluster()) return ofAny;
  return (statement) => {
    const { ofOne } = statement;
    return ofOne === null ? statement : (input) => ofOne(input, workspaceId);
  };
}

/** For a statement over all workspaces, whose form of a cluster names none. */
export const formOf = (db: Pick<Db, 'isCluster'>): Form => formFor(db, '');

/** The same for one that looks for work: while a worker of a cluster is gone, over the workspaces of the others. */
export async function formOfReached(db: Pick<Db, 'isCluster' | 'reach'>): Promise<Form> {
  const reached = db.isCluster() ? await db.reach.workspaces() : null;
  if (reached === null) return formOf(db);
  return (statement) => {
    const { ofSome } = statement;
    return ofSome === null ? formOf(db)(statement) : (input) => ofSome(input, reached);
  };
}

/** What became of one row. */
export type Answered<Result> = { readonly result: Result } | { readonly fault: unknown };

/**
 * Returns what became of each row, in order. On one database `ask` gets all rows at once, and what it throws is thrown; on a
 * cluster it gets those of each workspace, side by side, and what it throws concerns these alone. It returns a result for each
 * row that it gets, in order.
 */
export async function byWorkspace<Row, Result>(
  db: Pick<Db, 'isCluster' | 'reach'>,
  rows: readonly Row[],
  workspaceOf: (row: Row) => string,
  ask: (rows: readonly Row[], form: Form) => Promise<readonly Result[]>,
): Promise<readonly Answered<Result>[]> {
  if (!db.isCluster()) return (await ask(rows, ofAny)).map((result) => ({ result }));
  // In one order, in which a transaction asks for them too: two of them cannot deadlock.
  const groups = [...Map.groupBy(rows.entries(), ([, row]) => workspaceOf(row))].sort(([a], [b]) => (a < b ? -1 : 1));
  const answers = new Map<number, Answered<Result>>();
  await Promise.all(
    groups.map(async ([workspaceId, entries]) => {
      const some = entries.map(([, row]) => row);
      const asked = whereReached(db, workspaceId, () => ask(some, formFor(db, workspaceId)));
      const found = await asked.then(
        (results) => results.map((result): Answered<Result> => ({ result })),
        (fault: unknown) => some.map((): Answered<Result> => ({ fault })),
      );
      for (const [at, answer] of found.entries()) {
        const place = entries[at]?.[0];
        if (place !== undefined) answers.set(place, answer);
      }
    }),
  );
  return [...answers].toSorted(([one], [other]) => one - other).map(([, answer]) => answer);
}

/** Runs work on the worker of the workspace, unless that is known to be gone; a failure may mean that it is. */
export async function whereReached<Result>(
  db: Pick<Db, 'reach'>,
  workspaceId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  db.reach.check(workspaceId);
  try {
    return await work();
  } catch (error) {
    db.reach.doubt(error);
    throw error;
  }
}

/** The results; throws the first fault. */
export function resultsOf<Result>(answers: readonly Answered<Result>[]): readonly Result[] {
  return answers.map((answer) => {
    if ('fault' in answer) throw answer.fault;
    return answer.result;
  });
}

/**
 * Returns what `ask` finds: on one database for all rows at once, on a cluster for those of one workspace after the other, in
 * the order of their ids.
 */
export async function ofEachWorkspace<Row, Result>(
  db: Pick<Db, 'isCluster'>,
  rows: readonly Row[],
  workspaceOf: (row: Row) => string,
  ask: (rows: readonly Row[], form: Form) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  if (rows.length === 0) return [];
  if (!db.isCluster()) return ask(rows, ofAny);
  const groups = [...Map.groupBy(rows, workspaceOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const found: Result[] = [];
  for (const [workspaceId, some] of groups) found.push(...(await ask(some, formFor(db, workspaceId))));
  return found;
}

/** Where rows are that a statement finds by itself. */
export type Extent =
  | { readonly workspaceId: string }
  | {
      /** Finds workspaces that have some over all shards, as `workspaceId`; a cluster alone is asked. */
      readonly find: Query;
      /** After so many rows no further workspace is asked; the caller goes on later. */
      readonly rows: number;
    };

/** On one database `ask` is called once; on a cluster for each workspace of the extent, in the order of their ids. */
export async function inWorkspaces<Row>(
  db: Pick<Db, 'isCluster'>,
  client: Queryable,
  extent: Extent,
  ask: (form: Form) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if ('workspaceId' in extent) return ask(formFor(db, extent.workspaceId));
  if (!db.isCluster()) return ask(ofAny);
  const { rows } = await client.query<{ readonly workspaceId: string }>(extent.find);
  const done: Row[] = [];
  for (const workspaceId of [...new Set(rows.map((row) => row.workspaceId))].sort()) {
    if (done.length >= extent.rows) break;
    done.push(...(await ask(formFor(db, workspaceId))));
  }
  return done;
}
