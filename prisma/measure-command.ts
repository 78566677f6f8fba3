/**
 * `npm run db:measure [-- <migration> …]`: measures the migrations behind the first one on tables of a million rows, and
 * writes what it has seen to `facts.json` beside each. Without names: those that were not measured with their present text.
 * On a machine with nothing else to do.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../src/local/postgres-cluster.ts';
import { migrationNames, migrationsFolder, readMigration } from './history/read-migrations.ts';
import { measureMigration } from './measure/measure-migration.ts';

/** In each table that a migration names. */
const rows = 1_000_000;

const [, ...names] = await migrationNames();
const asked = process.argv.slice(2);
const strange = asked.filter((name) => !names.includes(name));
if (strange.length > 0) {
  console.error(`No migration behind the first one has the name ${strange.join(', ')}.`);
  process.exit(1);
}
const temporary = await mkdtemp(join(tmpdir(), 'tidings-measure-'));
const cluster = await startCluster({ folder: join(temporary, 'postgres'), durable: true });
try {
  for (const [place, name] of names.entries()) {
    const { facts, checksum } = await readMigration(name);
    if (asked.length > 0 ? !asked.includes(name) : facts?.measured?.checksum === checksum) continue;
    const database = `measured_${place}`;
    const client = new pg.Client({ connectionString: cluster.url('postgres') });
    await client.connect();
    await client.query(`CREATE DATABASE ${database}`);
    await client.end();
    const measured = await measureMigration(cluster.url(database), { name, rows });
    const text = JSON.stringify({ oldest: facts?.oldest ?? null, measured }, null, 2);
    await writeFile(join(migrationsFolder, name, 'facts.json'), `${text}\n`);
    console.log(`${name}: ${measured.ms} ms on ${rows} rows`);
  }
} finally {
  await cluster.stop();
  await rm(temporary, { recursive: true, force: true });
}
