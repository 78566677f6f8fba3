/** What a cluster makes of one statement: planned, then run in a transaction that is rolled back. */
import type pg from 'pg';
import { placed } from '../../../prisma/scale/placements.ts';
import { sampleValues } from './sample-values.ts';

export type Verdict =
  /** It names no table that is divided. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'one shard' }
  /** The coordinator takes what one part returns and gives it to the next; none is known to ask several shards. */
  | { readonly kind: 'in steps' }
  | { readonly kind: 'several shards' }
  /** The samples do not suit it: nothing is known of it. */
  | { readonly kind: 'not planned' }
  /** In Citus's words. */
  | { readonly kind: 'refused'; readonly words: string };

/** Sends the statement, with what stands before it. */
type Ask = (before: string) => Promise<pg.QueryResult>;

/** PREPARE and EXPLAIN take no statements that control a session or a transaction. */
export const control = /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET )/;
/** EXPLAIN takes no other statements. */
const plannable = /^\s*\(*\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/;
const divided = new RegExp(String.raw`\b(?:${placed('distributed').join('|')})\b`);
/** Classes of errors about values: the samples do not suit the statement. */
const ofValues = /^(?:22|23|P0)/;

/** What a worker says of rows that the coordinator copies to it comes without its class. */
const ofCopiedRows = /\bviolates (?:not-null|foreign key|unique|check) constraint\b/;

/** Whether the error is about the sample values. */
export const isOfValues = (error: unknown) =>
  ofValues.test(codeOf(error)) || (error instanceof Error && ofCopiedRows.test(error.message));

/** With sample values, in which each list names two workspaces. */
export async function examineStatement(client: pg.Client, text: string): Promise<Verdict> {
  try {
    await client.query(`PREPARE examined AS ${text}`);
  } catch (error) {
    return refusal(error);
  }
  try {
    const values = await sampleValues(client, 'examined');
    const call = `EXECUTE examined${values.length > 0 ? `(${values.join(', ')})` : ''}`;
    return await judge(client, text, (before) => client.query(`${before} ${call}`));
  } finally {
    await client.query('DEALLOCATE examined');
  }
}

async function judge(client: pg.Client, text: string, ask: Ask): Promise<Verdict> {
  try {
    if (!plannable.test(text)) {
      await runAndRollBack(client, ask);
      return { kind: 'elsewhere' };
    }
    const plans = await planned(ask);
    await runAndRollBack(client, ask);
    if (plans === null) return { kind: 'in steps' };
    const { rows } = plans;
    const plan = JSON.stringify(rows);
    if (!divided.test(text) || !plan.includes('Citus')) return { kind: 'elsewhere' };
    const tasks = tasksOf(rows);
    if (tasks.some((shards) => shards > 1)) return { kind: 'several shards' };
    const isWhole = tasks.length === 1 && !plan.includes('Citus INSERT ... SELECT');
    return { kind: isWhole ? 'one shard' : 'in steps' };
  } catch (error) {
    return refusal(error);
  }
}

/** What EXPLAIN alone refuses of an INSERT of rows that a part returns: it forgets the parameters. */
const ofExplain = /^(?:could not create distributed plan|no value found for parameter)/;

/** Null: the statement has no plan to show. */
async function planned(ask: Ask): Promise<pg.QueryResult | null> {
  try {
    return await ask('EXPLAIN (FORMAT JSON)');
  } catch (error) {
    if (error instanceof Error && ofExplain.test(error.message)) return null;
    throw error;
  }
}

async function runAndRollBack(client: pg.Client, ask: Ask): Promise<void> {
  await client.query('BEGIN');
  try {
    await ask('');
  } catch (error) {
    if (!isOfValues(error)) throw error;
  } finally {
    await client.query('ROLLBACK');
  }
}

function refusal(error: unknown): Verdict {
  if (!(error instanceof Error) || codeOf(error) === '') throw error;
  if (isOfValues(error)) return { kind: 'not planned' };
  // Names of shards and numbers of tasks differ from one run to the next.
  return { kind: 'refused', words: error.message.replace(/_[0-9]{6}\b/g, '').split('\n', 1)[0] ?? '' };
}

const codeOf = (error: unknown) => String((error as { readonly code?: unknown }).code ?? '');

/** How many shards each part of a plan asks that goes to workers; empty where no part does. */
function tasksOf(tree: unknown): readonly number[] {
  if (typeof tree !== 'object' || tree === null) return [];
  // What a worker plans for a shard is not the coordinator's.
  const below = Object.entries(tree).flatMap(([name, value]) => (name === 'Tasks' ? [] : tasksOf(value)));
  const count = (tree as Readonly<Record<string, unknown>>)['Task Count'];
  return typeof count === 'number' ? [count, ...below] : below;
}
