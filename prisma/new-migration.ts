/**
 * `npm run db:migration -- <name>`: writes the next migration, from the schema.prisma committed with the last migration
 * to the present schema.prisma. Statements that Prisma cannot express are written by hand below the line `-- By hand`.
 *
 * What locks or rewrites a table that may be large, or drops what the version before reads, is not written: the command
 * says what to do instead (docs/rules.md#new-migrations). With `--leave-out` the rest is written, and what is missing is
 * by hand.
 *
 * With the name of the last, uncommitted migration, the command rewrites the part above that line; with `--again` also
 * of a committed one, for migrations that only databases of tests have.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startCluster } from '../src/local/postgres-cluster.ts';
import { migrationFaults, type StatementFault } from './check/migration-faults.ts';
import { safeForm } from './check/safe-form.ts';
import { schemaColumns } from './check/schema-columns.ts';
import { diffScript } from './diff-script.ts';
import { migrationNames, readMigration } from './history/read-migrations.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('.', import.meta.url));
const handLine = '-- By hand';

const [name, ...options] = process.argv.slice(2);
const isKnown = (option: string) => option === '--again' || option === '--leave-out';
if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name) || !options.every(isKnown)) {
  console.error('Usage: npm run db:migration -- <name, in lower case with underscores> [--again] [--leave-out]');
  process.exit(1);
}
const names = await migrationNames();
const last = names.at(-1);
const isCommitted = last !== undefined && (await lastCommit(`migrations/${last}`)) !== '';
const again = last?.slice(5) === name && (options.includes('--again') || !isCommitted);
const target = again && last ? last : `${String(Number(last?.slice(0, 4) ?? 0) + 1).padStart(4, '0')}_${name}`;
const path = join('migrations', target, 'migration.sql');
const byHand = await readByHand(path);
const base = await schemaBefore(again ? names.at(-2) : last, isCommitted && again);
const script = safeForm(await generate(base));
const oldest = again ? ((await readMigration(target)).facts?.oldest ?? null) : (last ?? null);
const versionBefore = oldest === null ? null : ((await releasedSchema()) ?? base);
const before = versionBefore === null ? null : schemaColumns(versionBefore);
const leftOut = await migrationFaults(script, before);
const faults = [...(options.includes('--leave-out') ? [] : leftOut), ...(await migrationFaults(byHand, before))];
// The first migration meets no rows.
if (base !== null && faults.length > 0) {
  for (const { statement, fault, instead } of faults) {
    console.error(`${statement}\n  ${fault}.\n  Instead: ${instead}.\n`);
  }
  console.error('Nothing was written. With --leave-out the rest is; write what is missing below `-- By hand`.');
  process.exit(1);
}
const kept = base === null ? script : without(script, leftOut);
await mkdir(join(folder, path, '..'), { recursive: true });
await writeFile(join(folder, path), `${kept.trimEnd()}\n\n${byHand}`);
console.log(`Wrote prisma/${path}`);
if (base !== null && !again) {
  await writeFile(join(folder, path, '..', 'facts.json'), `${JSON.stringify({ oldest, measured: null }, null, 2)}\n`);
  console.log(`Beside it, facts.json says that versions from ${oldest} on work beside it: null where none does.`);
}

/** The script without some statements, of which a comment stays. */
function without(text: string, gone: readonly StatementFault[]): string {
  return gone.reduce(
    (left, { statement }) => left.replace(`${statement};`, () => `-- Left out: ${statement.replace(/\s+/g, ' ')}`),
    text,
  );
}

/** schema.prisma of the last release, by its tag; null before the first. */
async function releasedSchema(): Promise<string | null> {
  const described = run('git', ['describe', '--tags', '--abbrev=0'], { cwd: folder });
  const tag = await described.then(({ stdout }) => stdout.trim()).catch(() => null);
  return tag === null ? null : (await run('git', ['show', `${tag}:./schema.prisma`], { cwd: folder })).stdout;
}

async function readByHand(file: string): Promise<string> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => '');
  const start = text.indexOf(handLine);
  return start < 0 ? `${handLine}\n` : text.slice(start);
}

async function generate(before: string | null): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), 'tidings-migration-'));
  const cluster = await startCluster({ folder: join(temporary, 'postgres'), durable: false });
  try {
    const now = await readFile(join(folder, 'schema.prisma'), 'utf8');
    return await diffScript(cluster.url('postgres'), before, now);
  } finally {
    await cluster.stop();
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * schema.prisma as it was before the written migration; null before the first. Branches that were merged may bring
 * migrations in another order than that of their numbers, so the base of a new migration is the newest commit with any.
 */
async function schemaBefore(migration: string | undefined, isRewritten: boolean): Promise<string | null> {
  if (migration === undefined) return null;
  const own = await lastCommit(`migrations/${migration}`);
  if (own === '') throw new Error(`Commit the migration ${migration} first.`);
  const commit = isRewritten ? own : await lastCommit('migrations');
  return (await run('git', ['show', `${commit}:./schema.prisma`], { cwd: folder })).stdout;
}

/** The last commit of this branch that touched a path of this folder, a merge as a whole; empty when none did. */
async function lastCommit(of: string): Promise<string> {
  return (await run('git', ['log', '-1', '--first-parent', '--format=%H', '--', of], { cwd: folder })).stdout.trim();
}
