/** Every migration behind the first one of a release is safe, measured, and says which versions work beside it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModule, parseSync } from 'libpg-query';
import { expect, test } from 'vitest';
import { migrationFaults } from '../../../prisma/check/migration-faults.ts';
import { schemaColumns } from '../../../prisma/check/schema-columns.ts';
import { migrationNames, migrationsFolder, readMigration } from '../../../prisma/history/read-migrations.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const all = await migrationNames();
const [first = ''] = all;
/** Before the first release they are folded into one, and are not held to this. While there is none, two tests have nothing to judge. */
const names = existsSync(join(migrationsFolder, first, 'folds.json')) ? all.slice(1) : [];

/** A file of the last release; null without a tag, and in a copy without git. */
function released(path: string): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    return git('show', `${git('describe', '--tags', '--abbrev=0').trim()}:${path}`);
  } catch {
    return null;
  }
}

test("PostgreSQL's parser finds as many statements in each script as a run does", async () => {
  await loadModule();
  for (const name of all) {
    const { steps } = await readMigration(name);
    const ours = steps.flatMap(({ statements }) => statements);
    const script = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
    const theirs = (parseSync(script).stmts ?? []).filter(({ stmt }) => !('TransactionStmt' in (stmt ?? {})));
    expect(ours, name).toHaveLength(theirs.length);
    for (const statement of ours) expect(parseSync(statement).stmts, name).toHaveLength(1);
  }
});

test.skipIf(names.length === 0)(
  'no migration behind the first one locks or rewrites a large table, or takes what the version before reads',
  async () => {
    const schema = released('prisma/schema.prisma');
    for (const name of names) {
      const isReleased = released(`prisma/migrations/${name}/migration.sql`) !== null;
      const { facts } = await readMigration(name);
      const before = schema === null || isReleased || facts?.oldest == null ? null : schemaColumns(schema);
      const script = await readFile(join(migrationsFolder, name, 'migration.sql'), 'utf8');
      expect(await migrationFaults(script, before), name).toEqual([]);
    }
  },
);

test.skipIf(names.length === 0)(
  'each was measured with its present text, and says from which version on it works',
  async () => {
    for (const name of names) {
      const { facts, checksum, steps } = await readMigration(name);
      expect(facts?.measured, name).toMatchObject({ checksum, rows: 1_000_000 });
      expect(facts?.measured?.steps, name).toHaveLength(steps.length);
      if (facts?.oldest != null) expect(all.slice(0, all.indexOf(name)), name).toContain(facts.oldest);
    }
  },
);
