/** Applies one migration and keeps the history (docs/rules.md#migrations). */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { MigrationFault } from '../migration-fault.ts';
import { lockTime, type Runner, runPatiently } from '../steps/run-patiently.ts';
import { runStep } from '../steps/run-step.ts';
import type { Step } from '../steps/split-script.ts';
import { type HistoryRow, historyTable } from './read-history.ts';
import type { Migration } from './read-migrations.ts';

interface Run {
  readonly runner: Runner;
  /** Whether nobody uses the database yet: then steps that may share a transaction do. */
  readonly isFresh: boolean;
}

/** `begun`: the row of a run that was cut short, with whose next step this one goes on. */
export async function applyMigration(run: Run, migration: Migration, begun: HistoryRow | null): Promise<void> {
  const { runner, isFresh } = run;
  const { name, checksum } = migration;
  if (begun !== null && begun.steps > 0 && begun.checksum !== checksum) {
    throw new MigrationFault(
      'refused',
      `The database has ${begun.steps} steps of another text of the migration ${name}. Start the version that has begun ` +
        'it, which ends it; or go back to a backup.',
    );
  }
  const id = begun?.id ?? (await enterPatiently(runner, migration));
  let done = begun?.steps ?? 0;
  for (const step of stepsLeft(migration.steps, done, isFresh)) {
    done += step.count;
    await runStep(runner, step, { id, migration: name, step: done });
  }
  await runner.client.query('UPDATE _prisma_migrations SET finished_at = clock_timestamp() WHERE id = $1', [id]);
}

/** Marks the first migration as applied, in the place of those that it replaces. */
export async function adoptBaseline(
  client: pg.Client,
  migration: Migration,
  replaced: readonly string[],
): Promise<void> {
  await client.query('BEGIN');
  const id = await enter(client, migration);
  await client.query(
    'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = $2 WHERE id = $1',
    [id, migration.steps.length],
  );
  await client.query('DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1)', [replaced]);
  await client.query('COMMIT');
}

/** The table of the history may be read by a process that starts. */
async function enterPatiently(runner: Runner, migration: Migration): Promise<string> {
  let id = '';
  await runPatiently(runner, { migration: migration.name, step: 0 }, async () => {
    await runner.client.query(`SET lock_timeout = ${lockTime}`);
    id = await enter(runner.client, migration);
  });
  return id;
}

/** Returns the id of the new row. */
async function enter(client: pg.Client, { name, checksum, facts }: Migration): Promise<string> {
  const id = randomUUID();
  await client.query(historyTable);
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name, oldest) VALUES ($1, $2, $3, $4)', [
    id,
    checksum,
    name,
    facts?.oldest ?? null,
  ]);
  return id;
}

interface StepsAtOnce extends Step {
  /** Steps of the migration that it is. */
  readonly count: number;
}

function stepsLeft(steps: readonly Step[], done: number, together: boolean): readonly StepsAtOnce[] {
  const left: StepsAtOnce[] = [];
  for (const step of steps.slice(done)) {
    const before = left.at(-1);
    if (together && before && !before.isAlone && !step.isAlone) {
      left[left.length - 1] = {
        statements: [...before.statements, ...step.statements],
        isAlone: false,
        count: before.count + 1,
      };
    } else left.push({ ...step, count: 1 });
  }
  return left;
}
