/** The audit log: every change leaves one entry, written with the change (docs/rules.md#audit-log). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audited } from '../../schema/audited.ts';
import { schema } from '../../schema/index.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { createTemplateDraft } from '../../src/templates/drafts/create-template-draft.ts';
import { eventTypeName, fullPlatform } from '../support/full-platform.ts';
import { rootArguments, type Things, thingsOf } from '../support/root-arguments.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

/** Milliseconds. */
const day = 86_400_000;

let world: World;
let tenant: Tenant;
let things: Things;
/** The other draft is saved, then deleted. */
let draftToPublish: string;
/** A message that leaves later. */
let scheduled: string;
beforeAll(async () => {
  world = await createWorld();
  tenant = await fullPlatform(world, 1);
  // The last secret of an endpoint cannot be deleted.
  await tenant.ask('mutation { webhookSecretCreate { __typename } }');
  things = await thingsOf(tenant);
  draftToPublish = (await createTemplateDraft(tenant.ctx, { eventType: eventTypeName, input: { name: 'Spare' } })).id;
  const { record } = await emitEvent(tenant.ctx, things.workspace, {
    type: eventTypeName,
    idempotencyKey: 'later',
    recipient: { email: 'later@example.com' },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    sendAt: new Date(world.now().getTime() + day).toISOString(),
  });
  scheduled = record.message?.id ?? '';
});
afterAll(() => world.close());

/** A mutation that others need the things of comes late; a draft is published before a newer version is saved. */
const late = ['Lift', 'Erase', 'workspaceTopicDelete', 'Delete', 'Revoke', 'workspaceDelete'];
const rank = (name: string) => {
  if (name === 'templateDraftPublish') return -2;
  // The words of a workspace go before their topic.
  return name === 'workspaceTopicDelete' ? late.indexOf(name) : late.findLastIndex((end) => name.includes(end));
};
const mutations = Object.keys(audited)
  .filter((name) => audited[name] !== null)
  .sort((one, other) => rank(one) - rank(other));

const viewer = () => ({
  platformId: tenant.platformId,
  apiKeyId: tenant.apiKeyId,
  operator: true,
  requestId: 'request',
});
const run = (name: string) => {
  const own: Readonly<Record<string, Partial<Things>>> = {
    templateDraftPublish: { draft: draftToPublish },
    messageReschedule: { message: scheduled },
  };
  const given = rootArguments[`Mutation.${name}`]?.({ ...things, ...own[name] }) ?? '';
  return world.ask(viewer(), `mutation { ${name}${given === '' ? '' : `(${given})`} { __typename } }`);
};

/** Every row of every table but the audit log. */
async function snapshot(): Promise<string> {
  const { rows: tables } = await world.app.db.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> 'request_budgets' AND table_name NOT LIKE 'audit\\_entries%'
     ORDER BY 1`,
  );
  const hashes: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.app.db.pool.query(
      `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) AS hash FROM "${name}" t`,
    );
    hashes.push(`${name} ${rows[0].hash}`);
  }
  return hashes.join('\n');
}

test('every mutation is in the table, and emits, their files and the sync of contacts are the only ones that leave no entry', () => {
  expect(Object.keys(audited).sort()).toEqual(Object.keys(schema.getMutationType()?.getFields() ?? {}).sort());
  expect(Object.keys(audited).filter((name) => audited[name] === null)).toEqual([
    'contactBatchUpsert',
    'contactDelete',
    'contactTagRemove',
    'contactTagsAdd',
    'contactUpsert',
    'eventBatchEmit',
    'eventEmit',
    'fileCreate',
    'fileDelete',
    'importAppend',
    'templateTest',
  ]);
});

test('no mutation changes anything when its entry cannot be written', async () => {
  await world.app.db.pool.query(`
    CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no entry'; END $$;
    CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_entry()`);
  const before = await snapshot();
  for (const name of mutations) {
    const { errors } = await run(name);
    expect(errors[0]?.message, name).toBe('no entry');
  }
  expect(await snapshot()).toBe(before);
  await world.app.db.pool.query('DROP TRIGGER refuse_entry ON audit_entries');
});

test('every mutation leaves one entry with its object, and a rejected one leaves none', async () => {
  for (const name of mutations) {
    const { rows: earlier } = await entries();
    const { errors } = await run(name);
    expect(errors, name).toEqual([]);
    const { rows } = await entries();
    const [entry] = rows;
    expect(rows.length - earlier.length, name).toBe(1);
    expect(entry, name).toMatchObject({
      operation: name,
      api_key_id: tenant.apiKeyId,
      request_id: 'request',
      error: null,
    });
    // The domain is known by its platform.
    if (!/^sendingDomain(?:Save|Verify)$/.test(name)) expect(entry.object_id, name).toEqual(expect.any(String));
    if (name !== 'platformCreate') expect(entry.platform_id, name).toBe(tenant.platformId);
    const again = await run(name);
    const { rows: later } = await entries();
    if (again.errors.length > 0) expect(later.length, name).toBe(rows.length);
  }
  const { rows } = await entries();
  // Nothing that was written is repeated there.
  expect(JSON.stringify(rows)).not.toMatch(/@|Renamed|Drafted|td_|whsec_|hooks\.test/);
});

const entries = () => world.app.db.pool.query('SELECT * FROM audit_entries ORDER BY id DESC');

test('a platform reads its own entries, the operator those of all, by operation, key, object and sender', async () => {
  const other = await world.tenant();
  await other.ask(`mutation { workspaceSuspend(workspace: "${other.workspace}") { __typename } }`);
  await world.ask(
    { operator: true },
    `mutation { requestLimitSet(input: { platformId: "${other.platformId}", perMinute: 100 }) { __typename } }`,
  );
  const log = `($filter: AuditFilter) { auditLog(filter: $filter) { totalCount nodes {
    operation apiKeyId platformId objectType objectId requestId error createdAt } } }`;
  const read = async (filter: object, by: Tenant = other) => (await by.ask(`query ${log}`, { filter })).data.auditLog;
  const { nodes, totalCount } = await read({});
  expect(totalCount).toBe(2);
  expect(nodes).toMatchObject([
    { operation: 'requestLimitSet', apiKeyId: null, objectType: 'Platform', objectId: other.platformId },
    { operation: 'workspaceSuspend', apiKeyId: other.apiKeyId, objectType: 'Workspace', objectId: other.workspace },
  ]);
  for (const filter of [
    { operation: 'workspaceSuspend' },
    { apiKey: other.apiKeyId },
    { object: other.workspace },
    { byOperator: false },
    { object: other.workspace, byOperator: false, apiKey: other.apiKeyId },
  ]) {
    expect((await read(filter)).nodes, JSON.stringify(filter)).toEqual([nodes[1]]);
  }
  expect((await read({ object: other.workspace }, tenant)).nodes).toEqual([]);
  const all = await world.ask({ operator: true }, `{ auditLog(first: 1) { nodes { operation } } }`);
  expect(all.data.auditLog.nodes).toEqual([{ operation: 'requestLimitSet' }]);
  const one = await world.ask({ operator: true }, `{ auditLog(platformId: "${other.platformId}") { totalCount } }`);
  expect(one.data.auditLog.totalCount).toBe(2);
  const foreign = await tenant.ask(`{ auditLog(platformId: "${other.platformId}") { totalCount } }`);
  expect(foreign.refusal?.code).toBe('forbidden');
});

test('a range of time has the entries from its begin and before its end, with other filters too', async () => {
  const shop = await world.tenant();
  const suspend = `mutation { workspaceSuspend(workspace: "${shop.workspace}") { __typename } }`;
  const resume = `mutation { workspaceResume(workspace: "${shop.workspace}") { __typename } }`;
  const times: string[] = [];
  for (const document of [suspend, resume, suspend]) {
    world.advance(60_000);
    times.push(world.now().toISOString());
    expect((await shop.ask(document)).errors).toEqual([]);
  }
  const read = async (filter: object) => {
    const document =
      'query ($filter: AuditFilter) { auditLog(filter: $filter) { totalCount nodes { operation createdAt } } }';
    const { auditLog } = (await shop.ask(document, { filter })).data;
    expect(auditLog.totalCount).toBe(auditLog.nodes.length);
    return auditLog.nodes.map(({ createdAt }: { createdAt: Date }) => createdAt.toISOString()).toReversed();
  };
  const [first, second, third] = times;
  expect(await read({})).toEqual(times);
  expect(await read({ from: second })).toEqual([second, third]);
  expect(await read({ until: second })).toEqual([first]);
  expect(await read({ from: second, until: third })).toEqual([second]);
  expect(await read({ from: second, operation: 'workspaceSuspend' })).toEqual([third]);
});

test('an error after a change was written is noted in its entry', async () => {
  const shop = await world.tenant({ domain: 'stranded.test' });
  // The domain is deleted first; failing the mail that waits for it is a transaction of its own.
  await world.app.db.pool.query(`
    CREATE FUNCTION refuse_failing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'later'; END $$;
    CREATE TRIGGER refuse_failing BEFORE UPDATE ON messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_failing()`);
  const { errors } = await shop.ask('mutation { sendingDomainDelete { deletedSendingDomainId } }');
  await world.app.db.pool.query('DROP TRIGGER refuse_failing ON messages');
  expect(errors.map(({ message }) => message)).toEqual(['later']);
  const { data } = await shop.ask('{ auditLog { nodes { operation error } } }');
  expect(data.auditLog.nodes).toEqual([{ operation: 'sendingDomainDelete', error: 'internal_error' }]);
});

test('entries are shown for 400 days and then removed', async () => {
  const shop = await world.tenant();
  await shop.ask(`mutation { workspaceSuspend(workspace: "${shop.workspace}") { __typename } }`);
  const count = async () => (await shop.ask('{ auditLog { totalCount } }')).data.auditLog.totalCount;
  const stored = async () =>
    (await world.app.db.pool.query('SELECT FROM audit_entries WHERE platform_id = $1', [shop.platformId])).rowCount;
  world.advance(400 * day);
  await sweepAll(world.app);
  expect([await count(), await stored()]).toEqual([1, 1]);
  world.advance(1);
  expect([await count(), await stored()]).toEqual([0, 1]);
  await sweepAll(world.app);
  expect(await stored()).toBe(0);
});
