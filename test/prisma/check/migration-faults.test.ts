/** What `npm run db:migration` refuses (docs/rules.md#new-migrations). */
import { expect, test } from 'vitest';
import { migrationFaults } from '../../../prisma/check/migration-faults.ts';
import { safeForm } from '../../../prisma/check/safe-form.ts';
import { schemaColumns } from '../../../prisma/check/schema-columns.ts';

const before = schemaColumns(`
model Item {
  id    String  @id
  /// A note.
  text  String? @map("note")
  owner Owner   @relation(fields: [ownerId], references: [id])
  ownerId String @map("owner_id")

  @@map("items")
}

model Owner {
  id String @id
}
`);

test('the columns of a schema are those of the database, without relations', () => {
  expect([...before].map(([table, columns]) => [table, [...columns]])).toEqual([
    ['items', ['id', 'note', 'owner_id']],
    ['Owner', ['id']],
  ]);
});

test.for([
  ['ALTER TABLE items ADD COLUMN a uuid DEFAULT gen_random_uuid()', /rewrites.*computed for each row/, /batches/],
  ['ALTER TABLE items ADD COLUMN a timestamptz NOT NULL DEFAULT clock_timestamp()', /rewrites/, /batches/],
  ['ALTER TABLE items ADD COLUMN a bigserial', /rewrites/, /batches/],
  ['ALTER TABLE items ADD COLUMN a int GENERATED ALWAYS AS IDENTITY', /rewrites/, /batches/],
  ['ALTER TABLE items ADD COLUMN a int GENERATED ALWAYS AS (b + 1) STORED', /rewrites/, /batches/],
  ['ALTER TABLE items ADD COLUMN a int NOT NULL', /fails on a table with rows/, /default/],
  ['ALTER TABLE items ADD COLUMN a int UNIQUE', /builds an index/, /CONCURRENTLY/],
  ['ALTER TABLE items ADD COLUMN a int CHECK (a > 0)', /reads the whole table/, /NOT VALID/],
  ['ALTER TABLE items ALTER COLUMN note SET NOT NULL', /reads all of items/, /CHECK \(note IS NOT NULL\) NOT VALID/],
  ['ALTER TABLE items ALTER COLUMN note TYPE varchar(20)', /rewrites items/, /column of the new type/],
  ['ALTER TABLE items ADD CONSTRAINT c CHECK (size > 0)', /reads all of items/, /NOT VALID/],
  ['ALTER TABLE items ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES b (c)', /reads all of items/, /NOT VALID/],
  ['ALTER TABLE items ADD CONSTRAINT c UNIQUE (note)', /builds an index/, /USING INDEX/],
  ['ALTER TABLE items ADD PRIMARY KEY (note)', /builds an index/, /USING INDEX/],
  ['ALTER TABLE items DROP CONSTRAINT c, ADD CONSTRAINT d PRIMARY KEY (note)', /builds an index/, /USING INDEX/],
  ['BEGIN; SELECT 1; ALTER TABLE items VALIDATE CONSTRAINT c; COMMIT', /holds the locks of other/, /of its own/],
  ['ALTER TABLE items SET UNLOGGED', /rewrites items/, /new table/],
  ['CREATE INDEX i ON items (note)', /locks out writes/, /CREATE INDEX CONCURRENTLY/],
  ['CREATE UNIQUE INDEX "i" ON "items" ("note")', /locks out writes/, /CREATE INDEX CONCURRENTLY/],
  ['CREATE INDEX CONCURRENTLY ON items (note)', /second try/, /name/],
  ['REINDEX TABLE items', /locks out writes/, /CONCURRENTLY/],
  ['VACUUM FULL items', /rewrites/, /autovacuum/],
  ['TRUNCATE items', /locks/, /batches/],
  ['LOCK TABLE items', /locks/, /batches/],
  ['UPDATE items SET note = NULL', /every row of items/, /batches/],
  ['ALTER TABLE items RENAME COLUMN note TO text', /version before reads items\.note/, /add the new one/],
  ['ALTER TABLE items RENAME TO things', /version before reads items/, /add the new one/],
  ['ALTER TABLE items DROP COLUMN note', /version before reads items\.note/, /release after/],
  ['DROP TABLE public.items', /version before reads items/, /release after/],
] as const)('%s is refused', async ([script, fault, instead]) => {
  const faults = await migrationFaults(`${script};`, before);
  expect(faults).toEqual([
    {
      statement: script.replace(/^BEGIN; SELECT 1; |; COMMIT$/g, ''),
      fault: expect.stringMatching(fault),
      instead: expect.stringMatching(instead),
    },
  ]);
});

test('a table whose place another takes in a later transaction is missed meanwhile', async () => {
  const script = 'ALTER TABLE items RENAME TO items_default; CREATE TABLE items (LIKE items_default);';
  expect(await migrationFaults(script, before)).toMatchObject([{ fault: 'the version before reads items' }]);
});

test.for([
  'ALTER TABLE items ADD COLUMN a text',
  `ALTER TABLE items ADD COLUMN a text NOT NULL DEFAULT 'x'`,
  `ALTER TABLE items ADD COLUMN a text[] NOT NULL DEFAULT ARRAY['x']::text[]`,
  'ALTER TABLE items ADD COLUMN a timestamptz DEFAULT now()',
  'ALTER TABLE items ADD COLUMN a timestamptz DEFAULT CURRENT_TIMESTAMP',
  'ALTER TABLE items ADD CONSTRAINT c CHECK (note IS NOT NULL) NOT VALID; ALTER TABLE items VALIDATE CONSTRAINT c; ALTER TABLE items ALTER note SET NOT NULL; ALTER TABLE items DROP CONSTRAINT c',
  'CREATE UNIQUE INDEX CONCURRENTLY i ON items (note); ALTER TABLE items ADD CONSTRAINT c UNIQUE USING INDEX i',
  'ALTER TABLE items DROP CONSTRAINT items_pkey, ADD CONSTRAINT items_pkey PRIMARY KEY (note, id)',
  'CREATE TABLE fresh (id int); CREATE INDEX i ON fresh (id); ALTER TABLE fresh ALTER id TYPE bigint; UPDATE fresh SET id = 1',
  'ALTER TABLE items DROP COLUMN gone; DROP TABLE forgotten; ALTER TABLE items RENAME COLUMN gone TO other',
  'BEGIN; ALTER TABLE items RENAME TO items_default; CREATE TABLE items (LIKE items_default) PARTITION BY RANGE (id); ALTER TABLE items ADD PRIMARY KEY (id); ALTER TABLE items ATTACH PARTITION items_default DEFAULT; COMMIT',
  'ALTER INDEX i RENAME TO j; ALTER TABLE items RENAME CONSTRAINT c TO d',
  'ALTER TABLE items SET (fillfactor = 80), ALTER COLUMN note SET STATISTICS 0, ALTER note DROP NOT NULL',
  `UPDATE items SET note = NULL WHERE id = 'x'; INSERT INTO items SELECT 1`,
  'REINDEX INDEX CONCURRENTLY i; VACUUM items',
] as const)('%s passes', async (script) => {
  expect(await migrationFaults(`${script};`, before)).toEqual([]);
});

test('SET NOT NULL needs the check of its own column, validated', async () => {
  const add = (check: string) => `ALTER TABLE items ADD CONSTRAINT c CHECK (${check}) NOT VALID;`;
  const set = 'ALTER TABLE items ALTER note SET NOT NULL;';
  expect(await migrationFaults(`${add('note IS NOT NULL')}${set}`, before)).toHaveLength(1);
  const validate = 'ALTER TABLE items VALIDATE CONSTRAINT c;';
  expect(await migrationFaults(`${add('other IS NOT NULL')}${validate}${set}`, before)).toHaveLength(1);
  expect(await migrationFaults(`${add('note IS NULL')}${validate}${set}`, before)).toHaveLength(1);
});

test('where no version works beside the migration, it may drop and rename, but not lock', async () => {
  const script = 'ALTER TABLE items DROP COLUMN note; DROP TABLE items; CREATE INDEX i ON items (id);';
  expect(await migrationFaults(script, null)).toHaveLength(1);
});

test("Prisma's statements get a form that passes, and those of new tables stay", async () => {
  const script = `-- CreateTable
CREATE TABLE "fresh" (
    "id" TEXT NOT NULL
);

-- DropIndex
DROP INDEX "items_old_idx";

-- CreateIndex
CREATE UNIQUE INDEX "items_note_key" ON "items"("note");

-- CreateIndex
CREATE INDEX "fresh_id_idx" ON "fresh"("id");

-- AddForeignKey
ALTER TABLE "items" ADD CONSTRAINT "items_fkey" FOREIGN KEY ("a") REFERENCES "b"("c") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fresh" ADD CONSTRAINT "fresh_fkey" FOREIGN KEY ("id") REFERENCES "items"("id");
`;
  expect(await migrationFaults(script, before)).toHaveLength(2);
  const safe = safeForm(script);
  expect(await migrationFaults(safe, before)).toEqual([]);
  expect(safe).toContain('CREATE UNIQUE INDEX CONCURRENTLY "items_note_key" ON "items"("note");');
  expect(safe).toContain('CREATE INDEX "fresh_id_idx"');
  expect(safe).toContain('ON UPDATE CASCADE NOT VALID;\nALTER TABLE "items" VALIDATE CONSTRAINT "items_fkey";');
  expect(safe).toContain('DROP INDEX CONCURRENTLY "items_old_idx";');
  expect(safe.match(/NOT VALID/g)).toHaveLength(1);
});
