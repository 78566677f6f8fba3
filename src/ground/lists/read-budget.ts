/**
 * Bounds the bytes of rows that one operation holds (docs/rules.md#bytes-of-reads). Every statement of the operation
 * counts the rows that it receives, whoever sent it, so no reader can forget the bound.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** The bytes that an operation may still hold; below zero once a row was dropped. */
export interface ReadBudget {
  left: number;
}

const current = new AsyncLocalStorage<ReadBudget | null>();

/** A statement's rows were dropped, or it was not sent: the operation has read what it may hold. */
export class ReadBudgetSpent extends Error {
  override readonly name = 'ReadBudgetSpent';

  constructor() {
    super('The operation has read as many bytes as it may hold');
  }
}

export function withReadBudget<Result>(budget: ReadBudget, work: () => Result): Result {
  return current.run(budget, work);
}

/** For what others wait for too, such as the filling of a cache: it must not fail for the operation that came first. */
export function withoutReadBudget<Result>(work: () => Result): Result {
  return current.run(null, work);
}

export function isSpent({ left }: ReadBudget): boolean {
  return left < 0;
}

/** Whether the current work has a budget. */
export function hasReadBudget(): boolean {
  return current.getStore() != null;
}

/** Errors below an error that are looked at: the driver, its adapter, Prisma and GraphQL each wrap one. */
const depthMax = 8;

/** Whether an error comes from a spent budget, of this work or of another one. */
export function isOfSpentBudget(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < depthMax && at instanceof Error; depth += 1) {
    if (at instanceof ReadBudgetSpent) return true;
    at = at.cause ?? ('originalError' in at ? at.originalError : undefined);
  }
  return false;
}

/** Statements of one read; each of them may have been joined with the read of a budget that is spent. */
const triesMax = 5;

/**
 * Runs a read of Prisma, which joins equal reads of one moment into one statement. The statement counts for the first of
 * them: where that budget is spent and the one of the current work is not, the read is sent again.
 */
export async function readOnOwnBudget<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      const own = current.getStore();
      if (tries === triesMax || !own || isSpent(own) || !isOfSpentBudget(error)) throw error;
    }
  }
}

/** Runs `work` and gives back what it has read, once nothing of it is held any more. */
export async function readAndDrop<Result>(work: () => Promise<Result>): Promise<Result> {
  const budget = current.getStore();
  const before = budget?.left ?? 0;
  const result = await work();
  if (budget && !isSpent(budget)) budget.left = before;
  return result;
}

type Callback = (error: Error | null | undefined, result?: unknown) => void;

/** What a query of the driver does with each row; the driver's types leave it out. */
interface RowReader {
  handleDataRow(row: { readonly length: number }): void;
}

const readRow = (pg.Query.prototype as unknown as RowReader).handleDataRow;

class BoundedQuery extends pg.Query {
  readonly #budget: ReadBudget;

  constructor(config: string | pg.QueryConfig, values: unknown, callback: Callback, budget: ReadBudget) {
    super(
      config as pg.QueryConfig,
      values as unknown[],
      ((error: Error | null, result: unknown) => {
        if (!error && isSpent(budget)) callback(new ReadBudgetSpent());
        else callback(error, result);
      }) as never,
    );
    this.#budget = budget;
  }

  /** Called for each row before it is parsed. */
  handleDataRow(row: { readonly length: number }): void {
    this.#budget.left -= row.length;
    if (!isSpent(this.#budget)) readRow.call(this, row);
  }
}

/** A connection whose statements count what they read. */
export class CountingClient extends pg.Client {
  override query(config: unknown, values?: unknown, callback?: unknown): never {
    const send = super.query as (...given: unknown[]) => unknown;
    const budget = current.getStore();
    const isQuery = typeof config === 'object' && config !== null && 'submit' in config;
    if (!budget || isQuery) return send.call(this, config, values, callback) as never;
    const given = [callback, values].find((each) => typeof each === 'function') as Callback | undefined;
    const parameters = Array.isArray(values) ? values : undefined;
    const start = (done: Callback): void => {
      if (isSpent(budget)) done(new ReadBudgetSpent());
      else send.call(this, new BoundedQuery(config as pg.QueryConfig, parameters, done, budget));
    };
    if (given) return start(given) as never;
    return new Promise((resolve, reject) =>
      start((error, result) => (error ? reject(error) : resolve(result))),
    ) as never;
  }
}
