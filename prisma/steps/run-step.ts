/** Runs one step of a migration, and notes it: a run that is cut short goes on behind it (docs/rules.md#migrations). */
import { databaseCode } from '../../src/db/database-code.ts';
import { MigrationFault } from '../migration-fault.ts';
import { buildIndex, indexPartsOf, isGone } from './build-index.ts';
import { changePrimaryKey, keyPartsOf } from './change-primary-key.ts';
import { fillColumn, fillPartsOf } from './fill-column.ts';
import { lockTime, type Runner, runPatiently, type StepName } from './run-patiently.ts';
import type { Step } from './split-script.ts';

/** duplicate_object: the value is there. */
const duplicateObject = '42710';

/** Row of the history that notes the step. */
interface Place extends StepName {
  readonly id: string;
}

/** Rejects with a MigrationFault. */
export async function runStep(runner: Runner, step: Step, { id, ...name }: Place): Promise<void> {
  const { client } = runner;
  const note = () =>
    client.query('UPDATE _prisma_migrations SET applied_steps_count = $2 WHERE id = $1', [id, name.step]);
  try {
    await runPatiently(runner, name, async () => {
      if (step.isAlone) {
        await runAlone(runner, step.statements[0] ?? '', name);
        await note();
        return;
      }
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTime}`);
      try {
        for (const statement of step.statements) await client.query(statement);
        await note();
        await client.query('COMMIT');
      } catch (error) {
        // A lost connection has ended the transaction itself.
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  } catch (error) {
    throw error instanceof MigrationFault ? error : failed(name, error);
  }
}

/**
 * What an earlier run has done and could not note counts: an index that is built or dropped, a key, rows that are filled, a
 * value of an enumeration. The others can be repeated.
 */
async function runAlone(runner: Runner, statement: string, name: StepName): Promise<void> {
  const index = indexPartsOf(statement);
  if (index !== null) return buildIndex(runner, name, index);
  const key = keyPartsOf(statement);
  if (key !== null) return changePrimaryKey(runner, name, key);
  const filled = fillPartsOf(statement);
  if (filled !== null) return fillColumn(runner, name, filled);
  await runner.client.query('SET lock_timeout = 0');
  await runner.client.query(statement).catch((error: unknown) => {
    if (!isDone(statement, error)) throw error;
  });
}

/** Whether the error says that there is nothing left to do. */
function isDone(statement: string, error: unknown): boolean {
  if (/^DROP\s+INDEX\s+CONCURRENTLY\b/i.test(statement)) return isGone(error);
  return /^ALTER\s+TYPE\b/i.test(statement) && databaseCode(error) === duplicateObject;
}

function failed({ migration, step }: StepName, error: unknown): MigrationFault {
  return new MigrationFault(
    'failed',
    `Step ${step} of the migration ${migration} failed: ${reasonOf(error)}. The steps before it are done and stay. ` +
      'Once the cause is gone, start again: the migration goes on with this step.',
  );
}

/** Texts of the errors about the statement itself name objects of the schema; those of other errors may hold values. */
function reasonOf(error: unknown): string {
  const code = String(databaseCode(error) ?? '');
  if (!(error instanceof Error)) return String(error);
  if (code === '' || code.startsWith('42')) return `${error.message}${code === '' ? '' : ` (${code})`}`;
  const { table, column, constraint } = error as Readonly<Record<'table' | 'column' | 'constraint', unknown>> & Error;
  const names = Object.entries({ table, column, constraint }).filter(([, name]) => typeof name === 'string');
  return [`PostgreSQL's error ${code}`, ...names.map(([kind, name]) => `${kind} ${String(name)}`)].join(', ');
}
