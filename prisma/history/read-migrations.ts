/** prisma/migrations as this version has it: one folder for each migration (docs/rules.md#migrations). */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Step, splitScript } from '../steps/split-script.ts';

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** What a step did on a full table, as the measuring command has seen it. */
export interface StepFacts {
  /** Tables and the strongest lock that it took of each, such as `ACCESS EXCLUSIVE`. */
  readonly locks: Readonly<Record<string, string>>;
  readonly rewrites: readonly string[];
  readonly scans: readonly string[];
  readonly ms: number;
}

/** `facts.json` beside a migration. */
export interface MigrationFacts {
  /**
   * By hand: the last migration of the oldest version that works beside this migration. Null: none but those that have
   * it.
   */
  readonly oldest: string | null;
  /** By `npm run db:measure`; null before. */
  readonly measured: {
    /** Of the measured script: SHA-256 in hexadecimal. */
    readonly checksum: string;
    /** In each table that the script names. */
    readonly rows: number;
    readonly ms: number;
    readonly steps: readonly StepFacts[];
  } | null;
}

export interface Migration {
  readonly name: string;
  /** SHA-256 of the script in hexadecimal. */
  readonly checksum: string;
  readonly steps: readonly Step[];
  /** Null for migrations without the file: no version before them is known to work. */
  readonly facts: MigrationFacts | null;
}

/** Names of the folders of prisma/migrations, in the order in which they apply. */
export async function migrationNames(folder = migrationsFolder): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export async function readMigration(name: string, folder = migrationsFolder): Promise<Migration> {
  const script = await readFile(join(folder, name, 'migration.sql'), 'utf8');
  const facts = await readJson(join(folder, name, 'facts.json'));
  return {
    name,
    checksum: checksumOf(script),
    steps: splitScript(script),
    facts: facts as MigrationFacts | null,
  };
}

/** SHA-256 of a script in hexadecimal. */
export function checksumOf(script: string): string {
  return createHash('sha256').update(script).digest('hex');
}

/** Migrations that the first one replaces, in their order; empty where it replaces none. */
export async function foldedNames(folder = migrationsFolder): Promise<readonly string[]> {
  const [first] = await migrationNames(folder);
  const folds = first === undefined ? null : await readJson(join(folder, first, 'folds.json'));
  return (folds as { readonly names: readonly string[] } | null)?.names ?? [];
}

/** Null where there is no such file. */
async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : JSON.parse(text);
}
