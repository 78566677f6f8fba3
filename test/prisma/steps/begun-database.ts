/** A database that the first of two migrations has made, so that a test runs the second. */
import pg from 'pg';
import { migrate } from '../../../prisma/migrate.ts';
import { beginSession } from '../../support/open-client.ts';
import { createEmptyDatabase } from '../../support/test-database.ts';
import { type WrittenMigrations, writeMigrations } from '../write-migrations.ts';

type ByName = Readonly<Record<string, string>>;

export interface BegunDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly written: WrittenMigrations;
  /** Runs what has not run. `onPause` is awaited in place of each pause between two tries. */
  run(onPause?: () => Promise<void>): ReturnType<typeof migrate>;
  close(): Promise<void>;
}

/** Migrations by their names: `first` have run, `next` have not. */
export async function beginDatabase(first: ByName, next: ByName): Promise<BegunDatabase> {
  const database = await createEmptyDatabase();
  const pool = new pg.Pool({ connectionString: database.url, onConnect: beginSession });
  const written = await writeMigrations(first);
  const run: BegunDatabase['run'] = (onPause = async () => undefined) =>
    migrate(database.url, undefined, { folder: written.folder, pause: onPause });
  await run();
  for (const [name, text] of Object.entries(next)) await written.add(name, text);
  return {
    url: database.url,
    pool,
    written,
    run,
    async close() {
      await pool.end();
      await database.drop();
      await written.remove();
    },
  };
}
