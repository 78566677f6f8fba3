/** How a migration's script is cut into steps. */
import { expect, test } from 'vitest';
import { splitScript } from '../../../prisma/steps/split-script.ts';

const textsOf = (script: string) => splitScript(script).map(({ statements }) => statements.join(' | '));

test('a semicolon ends a statement, unless a quote or a comment holds it', () => {
  const script = `
    -- One; of two.
    CREATE TABLE "a;b" (id text DEFAULT 'x;''y'); /* and; */
    CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $body$ BEGIN RETURN 1; END; $body$;
    SELECT E'it\\'s; so', $1, $$;$$ -- The last has no sign behind it;
  `;
  expect(textsOf(script)).toEqual([
    `CREATE TABLE "a;b" (id text DEFAULT 'x;''y')`,
    'CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $body$ BEGIN RETURN 1; END; $body$',
    `SELECT E'it\\'s; so', $1, $$;$$`,
  ]);
});

test('what stands between BEGIN and COMMIT is one step', () => {
  expect(textsOf('SELECT 1; BEGIN; SELECT 2; SELECT 3; COMMIT; SELECT 4;')).toEqual([
    'SELECT 1',
    'SELECT 2 | SELECT 3',
    'SELECT 4',
  ]);
});

test('what PostgreSQL runs outside of transactions stands alone, whatever quotes say', () => {
  const aloneOf = (script: string) => splitScript(script).map(({ isAlone }) => isAlone);
  expect(aloneOf('CREATE INDEX CONCURRENTLY i ON t (a); DROP INDEX CONCURRENTLY "i"; VACUUM t')).toEqual([
    true,
    true,
    true,
  ]);
  expect(aloneOf(`ALTER TYPE "s" ADD VALUE 'x'; ALTER TABLE p DETACH PARTITION q CONCURRENTLY`)).toEqual([true, true]);
  expect(
    aloneOf('ALTER TABLE t DROP CONSTRAINT c, ADD CONSTRAINT c PRIMARY KEY (a, b); ALTER TABLE t DROP CONSTRAINT d'),
  ).toEqual([true, false]);
  expect(aloneOf(`CREATE INDEX i ON t (a); COMMENT ON TABLE t IS 'CONCURRENTLY'; SELECT "CONCURRENTLY"`)).toEqual([
    false,
    false,
    false,
  ]);
});

test.for([
  ['BEGIN; SELECT 1', /BEGIN without COMMIT/],
  ['SELECT 1; COMMIT', /COMMIT without BEGIN/],
  ['BEGIN; BEGIN; COMMIT', /BEGIN within/],
  ['BEGIN; CREATE INDEX CONCURRENTLY i ON t (a); COMMIT', /within a transaction: CREATE INDEX/],
  ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END', /BEGIN ATOMIC/],
] as const)('%s is refused', ([script, fault]) => {
  expect(() => splitScript(script)).toThrow(fault);
});

test('a million semicolons and quotes that never end take seconds, not minutes', () => {
  const began = performance.now();
  expect(splitScript(';'.repeat(1_000_000))).toEqual([]);
  for (const sign of ["'", '"', '$$', '/*', '--', '$a', '-', "''"]) splitScript(sign.repeat(400_000));
  expect(performance.now() - began).toBeLessThan(60_000);
});
