/** Migrations of each kind behind those of this version, as a later version might bring them. */
import { cp } from 'node:fs/promises';
import { migrationNames, migrationsFolder } from '../../prisma/history/read-migrations.ts';
import { type WrittenMigrations, writeMigrations } from './write-migrations.ts';

/** One step after the other, each of which touches a table that emits and deliveries write. */
export const kinds: readonly (readonly [name: string, script: string])[] = [
  [
    '9001_expand',
    `ALTER TABLE messages ADD COLUMN later_note text;
     ALTER TABLE events ADD COLUMN later_kind text NOT NULL DEFAULT 'plain';
     CREATE TABLE later_notes (id text PRIMARY KEY, message_id text NOT NULL);
     CREATE INDEX CONCURRENTLY messages_later_note_idx ON messages (later_note);
     CREATE INDEX CONCURRENTLY events_later_kind_idx ON events (later_kind, id);
     CREATE INDEX CONCURRENTLY emit_rates_later_idx ON emit_rates (address_hash);`,
  ],
  [
    '9002_check',
    `ALTER TABLE events ADD CONSTRAINT events_later_kind_check CHECK (later_kind <> '') NOT VALID;
     ALTER TABLE events VALIDATE CONSTRAINT events_later_kind_check;`,
  ],
  [
    '9003_contract',
    `ALTER TABLE events DROP CONSTRAINT events_later_kind_check;
     DROP INDEX CONCURRENTLY emit_rates_later_idx;
     -- PostgreSQL drops no index of a table with partitions beside others.
     BEGIN;
     SET LOCAL lock_timeout = '500ms';
     DROP INDEX messages_later_note_idx;
     COMMIT;
     ALTER TABLE messages DROP COLUMN later_note;
     ALTER TABLE events DROP COLUMN later_kind;
     DROP TABLE later_notes;`,
  ],
];

/** This version's migrations and those of each kind, which say that this version works beside them. */
export async function laterMigrations(): Promise<WrittenMigrations> {
  const written = await writeMigrations({});
  await cp(migrationsFolder, written.folder, { recursive: true });
  const last = (await migrationNames()).at(-1) ?? null;
  for (const [name, script] of kinds) await written.add(name, script, last);
  return written;
}
