/** A folder of migrations of a test's own, in the form of prisma/migrations. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MigrationFacts } from '../../prisma/history/read-migrations.ts';

export interface WrittenMigrations {
  readonly folder: string;
  /** Adds one. `oldest`: the last migration of the oldest version that works beside it. */
  add(name: string, script: string, oldest?: string | null, measured?: MigrationFacts['measured']): Promise<void>;
  addFolds(name: string, names: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

export async function writeMigrations(scripts: Readonly<Record<string, string>>): Promise<WrittenMigrations> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-migrations-'));
  const written: WrittenMigrations = {
    folder,
    async add(name, script, oldest, measured = null) {
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, 'migration.sql'), script);
      if (oldest === undefined) return;
      await writeFile(join(folder, name, 'facts.json'), JSON.stringify({ oldest, measured }));
    },
    addFolds: (name, names) => writeFile(join(folder, name, 'folds.json'), JSON.stringify({ names })),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  for (const [name, script] of Object.entries(scripts)) await written.add(name, script);
  return written;
}
