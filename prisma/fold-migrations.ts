/**
 * `npm run db:fold`: writes one migration, 0001_baseline, that makes what all migrations together make, and removes these.
 * Its `folds.json` names them: a database that has them all counts as having the new one
 * (docs/rules.md#older-and-newer-databases). Before the first release alone, and again when a branch brings more.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../src/local/postgres-cluster.ts';
import { schemaScript } from './fold/schema-script.ts';
import { foldedNames, migrationNames, migrationsFolder } from './history/read-migrations.ts';
import { migrate, withMigrator } from './migrate.ts';

const baseline = '0001_baseline';
const names = await migrationNames();
const replaced = [...(await foldedNames()), ...names.filter((name) => name !== baseline)].sort();
const temporary = await mkdtemp(join(tmpdir(), 'tidings-fold-'));
const cluster = await startCluster({ folder: join(temporary, 'postgres'), durable: false });
try {
  const url = cluster.url('postgres');
  await migrate(url);
  const script = await withMigrator(url, (client) => schemaScript(client));
  for (const name of names) await rm(join(migrationsFolder, name), { recursive: true });
  const folder = join(migrationsFolder, baseline);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), script);
  await writeFile(join(folder, 'folds.json'), `${JSON.stringify({ names: replaced }, null, 2)}\n`);
  console.log(`Wrote prisma/migrations/${baseline} in the place of ${replaced.length} migrations.`);
} finally {
  await cluster.stop();
  await rm(temporary, { recursive: true, force: true });
}
