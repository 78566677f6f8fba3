/** An emit is written while the rows that it was decided by are as they were read, and only what it reads counts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { requestLimits } from '../../../src/db/connections/time-limits.ts';
import { type AcceptedEmit, decideEmit } from '../../../src/events/emit/decide-emit.ts';
import { readEmits } from '../../../src/events/emit/read-emits.ts';
import { readWork } from '../../../src/events/emit/read-work.ts';
import { createRefusalReads } from '../../../src/events/emit/refusal-reads.ts';
import { writeEmits } from '../../../src/events/emit/write-emits.ts';
import { newId } from '../../../src/ground/ids.ts';
import { collectStatements } from '../../support/collect-statements.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
let ctx: Ctx;
/** The statement that reads what decides emits. */
let readText: string;
beforeAll(async () => {
  world = await createWorld();
  const read = (await collectStatements()).find(({ file }) => file === 'src/events/emit/read-emits.ts');
  readText = read?.text ?? '';
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  ctx = tenant.ctx;
  await tenant.ask(`mutation { contactUpsert(workspace: "ref:shop", contact: "ref:ada", input: {
    email: "ada@example.com" }) { contact { id } } }`);
  await sql("UPDATE contacts SET status = 'subscribed', marketing_at = now() WHERE platform_id = $1", [
    tenant.platformId,
  ]);
});

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;

/** Tables whose rows are compared, by the name that the read of emits gives them, with the columns of their keys. */
const compared = {
  w: { table: 'workspaces', keys: ['platform_id', 'id'] },
  d: { table: 'sending_domains', keys: ['platform_id', 'id'] },
  t: { table: 'event_types', keys: ['platform_id', 'id'] },
  c: { table: 'contacts', keys: ['platform_id', 'workspace_id', 'id'] },
} as const;
type Name = keyof typeof compared;
const names = Object.keys(compared) as Name[];

/** Columns whose changes do not count. */
const uncounted: Readonly<Record<Name, readonly string[]>> = {
  w: ['created_at', 'purged_at', 'updated_at'],
  d: [
    'check_due_at',
    'created_at',
    'dkim_key_sealed',
    'dkim_public_key',
    'dkim_selector',
    'failing_since',
    'updated_at',
    'verified_at',
  ],
  t: ['created_at', 'examples', 'updated_at'],
  c: ['consented_at', 'consented_by_key', 'created_at', 'marketing_at', 'opted_out_at', 'updated_at'],
};

interface Column {
  readonly name: string;
  readonly type: string;
}

/** SQL: a value of the column that it does not have. */
function otherValue({ name, type }: Column): string {
  if (name === 'timezone') return "'Europe/Vienna'";
  const values: Readonly<Record<string, string>> = {
    workspace_status: "'suspended'",
    sending_domain_status: "'failed'",
    contact_status: "'unsubscribed'",
    text: `coalesce(${name}, '') || 'x'`,
    integer: `coalesce(${name}, 0) + 1`,
    smallint: `coalesce(${name}, 1) + 1`,
    boolean: `NOT coalesce(${name}, false)`,
    bytea: `${name} || '\\x00'`,
    json: `'[{"name": "other", "payload": {}}]'`,
    jsonb: `'{"other": "value"}'`,
    'timestamp with time zone': `coalesce(${name}, '2026-01-01') + interval '1 day'`,
  };
  return values[type] ?? expect.fail(`No other value for ${name} of the type ${type}`);
}

async function columnsOf(name: Name): Promise<readonly Column[]> {
  const { table, keys } = compared[name];
  const rows = await sql(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attname`,
    [table],
  );
  const others = rows.filter((row) => !([...keys, 'row_version'] as string[]).includes(row.name));
  return others as Column[];
}

/** Whether a statement that ends with `set` counts in the tenant's row. It is undone. */
async function counts(name: Name, set: string): Promise<boolean> {
  const client = await world.app.db.pool.connect();
  try {
    await client.query('BEGIN');
    const { table } = compared[name];
    const { rows } = await client.query(
      `WITH before AS (SELECT platform_id, row_version FROM ${table} WHERE platform_id = $1)
       UPDATE ${table} r SET ${set} FROM before WHERE r.platform_id = before.platform_id
       RETURNING r.row_version - before.row_version AS steps`,
      [tenant.platformId],
    );
    expect(rows).toHaveLength(1);
    return rows[0].steps === 1;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe.each(names)('of the rows %s', (name) => {
  test('the changes that count are those of all columns but the ones listed', async () => {
    const quiet: string[] = [];
    for (const column of await columnsOf(name)) {
      if (!(await counts(name, `${column.name} = ${otherValue(column)}`))) quiet.push(column.name);
    }
    expect(quiet).toEqual(uncounted[name]);
  });

  test('an emit reads no column whose changes do not count', async () => {
    const columns = [...readText.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, column]) => column);
    expect(columns).toContain('row_version');
    expect(columns.filter((column) => column && uncounted[name].includes(column))).toEqual([]);
  });

  test('the count goes on at its end', async () => {
    const { table } = compared[name];
    await sql(`UPDATE ${table} SET row_version = 2147483647 WHERE platform_id = $1`, [tenant.platformId]);
    const [column] = (await columnsOf(name)).filter(
      (one) => !uncounted[name].includes(one.name) && one.type === 'text',
    );
    if (!column) throw new Error('A text counts');
    const [row] = await sql(
      `UPDATE ${table} SET ${column.name} = ${otherValue(column)} WHERE platform_id = $1 RETURNING row_version`,
      [tenant.platformId],
    );
    expect(row).toEqual({ row_version: 1 });
  });
});

test('a write that changes nothing counts only in a contact', async () => {
  expect(await counts('w', 'name = r.name, status = r.status')).toBe(false);
  expect(await counts('d', 'status = r.status, takes_replies = r.takes_replies')).toBe(false);
  expect(await counts('t', 'current_version = r.current_version')).toBe(false);
  expect(await counts('c', 'attributes = r.attributes')).toBe(true);
});

async function decided(email: string): Promise<AcceptedEmit> {
  const work = await readWork(ctx, 'ref:shop', {
    type: 'order.shipped',
    idempotencyKey: newId(world.now()),
    recipient: { email },
    payload: { order_number: '1001', tracking_url: 'https://example.com/1001' },
  });
  const [facts] = await readEmits(world.app, [work]);
  if (!facts) throw new Error('The read of an emit returned no row');
  const result = await decideEmit(world.app, work, facts, { alone: true, reads: createRefusalReads(world.app) });
  return 'accepted' in result ? result.accepted : expect.fail('The emit has an answer already');
}

/** Whether an emit to the address is written that was decided before the statement ran. */
async function isWritten(email: string, text: string): Promise<boolean> {
  const emit = await decided(email);
  await sql(text, [tenant.platformId]);
  const { emits } = await writeEmits(world.app, [emit], { limits: requestLimits, patient: false, inHand: new Set() });
  return emits.has(emit);
}

describe('an emit that was decided before', () => {
  const contact = 'ada@example.com';
  const stranger = 'eve@example.com';
  test.each([
    ['nothing', contact, 'SELECT $1::text'],
    ['the next check of the domain', contact, 'UPDATE sending_domains SET check_due_at = now() WHERE platform_id = $1'],
    ['a tag of the contact', contact, 'UPDATE contacts SET updated_at = now() WHERE platform_id = $1'],
    ['a change of another address', stranger, "UPDATE contacts SET locale = 'de' WHERE platform_id = $1"],
  ])('%s is written all the same', async (_what, email, text) => {
    expect(await isWritten(email, text)).toBe(true);
  });

  const other = "UPDATE contacts SET id = left(id, 25) || CASE right(id, 1) WHEN 'A' THEN 'B' ELSE 'A' END";
  test.each([
    ['a new name of the workspace', contact, "UPDATE workspaces SET name = 'Other' WHERE platform_id = $1"],
    ['new fields', contact, 'UPDATE event_types SET current_version = 2 WHERE platform_id = $1'],
    ['a failed domain', contact, "UPDATE sending_domains SET status = 'failed' WHERE platform_id = $1"],
    ['the end of the domain', contact, 'DELETE FROM sending_domains WHERE platform_id = $1'],
    [
      'another domain of the same version',
      contact,
      'UPDATE sending_domains SET id = reverse(id) WHERE platform_id = $1',
    ],
    ['a new language of the contact', contact, "UPDATE contacts SET locale = 'de' WHERE platform_id = $1"],
    ['the end of the contact', contact, 'DELETE FROM contacts WHERE platform_id = $1'],
    ['another contact of the same version', contact, `${other} WHERE platform_id = $1`],
    [
      'a contact where there was none',
      stranger,
      `INSERT INTO contacts (platform_id, workspace_id, id, email, address_hash, created_at, updated_at)
       SELECT platform_id, workspace_id, 'new', '${stranger}', NULL, now(), now() FROM contacts WHERE platform_id = $1`,
    ],
  ])('%s leaves it out', async (_what, email, text) => {
    const hash = world.app.secrets.addressHash(email).toString('hex');
    expect(await isWritten(email, text.replace('NULL', `'\\x${hash}'`))).toBe(false);
  });
});
