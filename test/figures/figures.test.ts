/** Figures are equal to counts of the messages, whatever ends in between (docs/rules.md#figures). */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { foldFigures } from '../../src/figures/fold-figures.ts';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { openPixelUrl } from '../../src/messages/sending/open-pixel-url.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { recordOpen } from '../../src/people/record-open.ts';
import { updateWorkspace } from '../../src/workspaces/update-workspace.ts';
import { wrongFigures, wrongSums } from '../support/recounted-figures.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';
import { statementsOf } from '../support/statements.ts';
import { sweepAll } from '../support/sweep-all.ts';

const hour = 3_600_000;
/** Milliseconds. */
const pauseOfCaller = 5;
const pauseOfKiller = 40;
const killsARound = 5;
const providers = ['gmail.com', 'hotmail.co.uk', 'yahoo.fr', 'company.example'];
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

let world: SendingWorld;
let viewer: { readonly platformId: string; readonly apiKeyId: string | null };
beforeAll(async () => {
  world = await createSendingWorld();
  const { platformId, apiKeyId } = (await world.workspace()).ctx;
  viewer = { platformId, apiKeyId };
});
afterAll(() => world.close());

const pool = () => world.app.db.pool;
const tokenOf = (id: string) => openPixelUrl(world.app, id).split('/').at(-1) ?? '';
const report = (messageId: string, kind: 'bounce' | 'complaint', hard = false) =>
  recordReport(world.app, {
    kind,
    messageId,
    hard,
    mailboxFault: false,
    category: null,
    status: null,
    replyCode: null,
    reply: null,
  });

interface Found {
  readonly id: string;
  readonly recipient: string;
}

async function messagesOf(workspace: SendingWorkspace, state: string): Promise<readonly Found[]> {
  const { rows } = await pool().query<Found>(
    'SELECT id, recipient FROM messages WHERE workspace_id = $1 AND state = $2::message_state ORDER BY id',
    [workspace.id, state],
  );
  return rows;
}

// biome-ignore lint/suspicious/noExplicitAny: the document says what is there.
async function ask(document: string, variables: Record<string, unknown> = {}): Promise<any> {
  const { data, errors } = await world.ask(viewer, document, variables);
  expect(errors).toEqual([]);
  return data;
}

describe('a day of traffic', () => {
  let workspaces: readonly SendingWorkspace[];
  let keys = 0;
  const killed = { connections: 0 };

  /** Emits as a caller does while connections end at random: with the same key again, until the emit is accepted. */
  async function emitSome(workspace: SendingWorkspace, addresses: readonly string[]): Promise<void> {
    await Promise.all(
      addresses.map(async (email) => {
        keys += 1;
        const named = keys % 3 === 0 ? {} : { customer_name: 'Ada' };
        const emit = {
          type: 'order.shipped',
          idempotencyKey: `figures-${keys}`,
          recipient: { email },
          payload: { ...named, order_number: '1', tracking_url: 'https://example.com/1' },
        };
        const tryEmit = () => emitEvent(workspace.ctx, workspace.id, emit).catch(() => null);
        while ((await tryEmit()) === null) await sleep(pauseOfCaller);
      }),
    );
  }

  /** Ends connections that are at work, as the death of their process would. */
  async function killSome(): Promise<void> {
    for (let kill = 0; kill < killsARound; kill += 1) {
      await sleep(Math.random() * pauseOfKiller);
      const { rows } = await pool().query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tidings' AND pid <> pg_backend_pid()
           AND state <> 'idle' ORDER BY random() LIMIT 1`,
      );
      killed.connections += rows.length;
    }
  }

  const despite = (work: Promise<unknown>) => work.catch(() => undefined);

  beforeAll(async () => {
    world.set('2026-03-28T18:00:00.000Z');
    workspaces = [await world.workspace('Asia/Kathmandu'), await world.workspace('America/New_York')];
    for (let round = 0; round < 6; round += 1) {
      const killing = killSome();
      await Promise.all(
        workspaces.map(async (workspace) => {
          const addresses = providers.flatMap((provider) => people(4, provider));
          for (const [at, address] of addresses.entries()) {
            if (at % 8 === 1) world.sink.refuse(address, [{ code: 550, text: '5.1.1 No such user' }]);
            if (at % 8 === 3) world.sink.refuse(address, [{ code: 550, text: '5.7.1 Not today' }]);
            if (at % 8 === 5) world.sink.refuse(address, [{ code: 451, text: '4.3.0 Later' }]);
          }
          await emitSome(workspace, [...addresses, 'delivered@simulator.test']);
          await despite(workspace.send());
        }),
      );
      await despite(foldFigures(world.app));
      await killing;
      world.advance(2 * hour);
      await despite(world.sweep());
    }
    // What the killed connections left is taken up again.
    for (const workspace of workspaces) await workspace.send();
    for (const workspace of workspaces) {
      const [first, second, third] = await messagesOf(workspace, 'delivered');
      if (!first || !second || !third) throw new Error('Mail was delivered');
      await report(first.id, 'bounce', true);
      await report(second.id, 'bounce');
      await report(third.id, 'complaint');
      await report(third.id, 'complaint');
      const [bounced] = await messagesOf(workspace, 'bounced');
      await emitSome(workspace, [bounced?.recipient ?? '']);
    }
    // One waits for a retry that never comes.
    const [late = ''] = people(1);
    world.sink.refuse(late, [{ code: 451, text: '4.3.0 Later' }]);
    const [first] = workspaces;
    if (!first) throw new Error('There are workspaces');
    await emitSome(first, [late]);
    await first.send();
    world.advance(25 * hour);
    await world.sweep();
  });

  test('is counted once, whatever was killed: figures are equal to counts of the rows', async () => {
    expect(killed.connections).toBeGreaterThan(5);
    expect(await wrongFigures(pool())).toEqual([]);
    const states = await Promise.all(workspaces.map((workspace) => workspace.states()));
    expect(Object.keys(Object.assign({}, ...states)).sort()).toEqual(
      ['bounced', 'complained', 'delivered', 'expired', 'suppressed'].sort(),
    );
    const { rows } = await pool().query('SELECT DISTINCT provider FROM messages WHERE provider IS NOT NULL ORDER BY 1');
    expect(rows.map(({ provider }) => provider)).toEqual(['gmail', 'other', 'outlook', 'yahoo']);
  });

  test('shows the same while changes wait and after they are added', async () => {
    const read = () =>
      ask(`{ figures(from: "2026-03-28", to: "2026-03-31", groupBy: [day, provider]) {
        complete total { ...all } groupCount groups { key day provider figures { ...all } } } }
        fragment all on Figures { accepted waiting delivered bounced bouncedHard bouncedSoft complained suppressed failed
          expired erased opened fellBack rates { delivered bounced complained } timeToDelivery { measured p50 p90 } }`);
    const waiting = await read();
    expect((await pool().query('SELECT FROM figure_changes')).rowCount).toBeGreaterThan(0);
    await foldFigures(world.app);
    expect(await wrongSums(pool())).toEqual([]);
    expect(await wrongFigures(pool())).toEqual([]);
    const { figures } = await read();
    expect(figures).toEqual(waiting.figures);
    const { rows } = await pool().query(
      `SELECT count(*)::int AS accepted, count(*) FILTER (WHERE state = 'bounced')::int AS bounced,
         count(*) FILTER (WHERE state IN ('delivered', 'complained'))::int AS delivered
       FROM messages WHERE simulation IS NULL`,
    );
    expect(figures).toMatchObject({ complete: true, total: { ...rows[0], waiting: 0, erased: 0 } });
    expect(figures.total.rates.bounced).toBeCloseTo(
      rows[0].bounced / (figures.total.accepted - figures.total.suppressed),
    );
    expect(figures.groupCount).toBe(figures.groups.length);
    const days = figures.groups.map(({ day }: { day: string }) => day);
    expect(days).toEqual(days.toSorted());
  });

  test('an aborted addition loses nothing and counts nothing twice', async () => {
    const [workspace] = workspaces;
    if (!workspace) throw new Error('There are workspaces');
    await emitSome(workspace, people(3));
    await pool().query('BEGIN; SELECT 1; COMMIT');
    const before = (await pool().query('SELECT * FROM figures ORDER BY 1, 2, 3, 5, 6')).rows;
    await pool().query('ALTER TABLE figures ADD CONSTRAINT no_more CHECK (accepted < 0) NOT VALID');
    await expect(foldFigures(world.app)).rejects.toThrow('no_more');
    await pool().query('ALTER TABLE figures DROP CONSTRAINT no_more');
    expect((await pool().query('SELECT * FROM figures ORDER BY 1, 2, 3, 5, 6')).rows).toEqual(before);
    expect(await wrongFigures(pool())).toEqual([]);
    // Two workers at once.
    await Promise.all([foldFigures(world.app), foldFigures(world.otherApp())]);
    await foldFigures(world.app);
    expect(await wrongSums(pool())).toEqual([]);
    expect(await wrongFigures(pool())).toEqual([]);
  });
});

const total = `total { accepted waiting delivered bounced opened erased }`;

/** Figures of one workspace by day. */
async function byDay(workspace: SendingWorkspace) {
  const { workspace: found } = await ask(
    `query ($id: ID!) { workspace(workspace: $id) { figures(from: "2026-05-01", to: "2026-05-31", groupBy: [day]) {
      ${total} groups { day workspace { id } figures { accepted } } } } }`,
    { id: workspace.id },
  );
  return found.figures;
}

test('a message counts on the day of its emit in the zone that the workspace had then', async () => {
  world.set('2026-05-10T19:00:00.000Z');
  const workspace = await world.workspace('Asia/Kathmandu');
  // 23:59 and 00:00 there.
  world.set('2026-05-10T18:14:59.999Z');
  await workspace.emit(people(1));
  world.set('2026-05-10T18:15:00.000Z');
  await workspace.emit(people(2));
  await updateWorkspace(workspace.ctx, workspace.id, { timezone: 'America/New_York' });
  await workspace.emit(people(4));
  const days = async () =>
    (await byDay(workspace)).groups.map(({ day, figures }: { day: string; figures: { accepted: number } }) => [
      day,
      figures.accepted,
    ]);
  const counted = [
    ['2026-05-10', 5],
    ['2026-05-11', 2],
  ];
  expect(await days()).toEqual(counted);
  await foldFigures(world.app);
  expect(await days()).toEqual(counted);
});

test('a message that is opened many times at once counts once, and not for a mail proxy', async () => {
  world.set('2026-05-12T09:00:00.000Z');
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  await upsertContact(workspace.ctx, workspace.id, 'ref:reader', { email, pixelConsentAt: world.now().toISOString() });
  await workspace.emit([email]);
  await workspace.send();
  const [message] = await messagesOf(workspace, 'delivered');
  const token = tokenOf(message?.id ?? '');
  await recordOpen(world.app, token, 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)');
  expect((await byDay(workspace)).total).toMatchObject({ delivered: 1, opened: 0 });
  await Promise.all(Array.from({ length: 8 }, () => recordOpen(world.app, token, browser)));
  await recordOpen(world.app, token, browser);
  expect((await byDay(workspace)).total).toMatchObject({ delivered: 1, opened: 1 });
  expect((await pool().query('SELECT FROM message_opens WHERE message_id = $1', [message?.id])).rowCount).toBe(10);
});

test('an erasure leaves the counts, and waiting mail of the person counts as erased', async () => {
  world.set('2026-05-14T09:00:00.000Z');
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  await workspace.emit([email]);
  await workspace.send();
  world.sink.refuse(email, [{ code: 451, text: '4.3.0 Later' }]);
  await workspace.emit([email]);
  await workspace.send();
  expect((await byDay(workspace)).total).toMatchObject({ accepted: 2, waiting: 1, delivered: 1, erased: 0 });
  const erasure = await erasePerson(workspace.ctx, workspace.id, { email });
  await eraseTurn(world.app, { platformId: workspace.ctx.platformId, id: erasure.id });
  expect(await workspace.states()).toEqual({});
  expect((await byDay(workspace)).total).toMatchObject({ accepted: 2, waiting: 0, delivered: 1, erased: 1 });
});

describe('reports', () => {
  test('of a platform name workspaces, event types, versions and providers, and agree with each other', async () => {
    const { figures, platforms, eventTypes, templateVersions } = await ask(`{
      figures(from: "2026-03-01", to: "2026-05-31", groupBy: [workspace]) {
        ${total} groups(first: 400) { day provider eventType { id } workspace { id } figures { accepted } } }
      platforms: currentKey { platform { figures(from: "2026-03-01", to: "2026-05-31", groupBy: [event_type, template_version]) {
        ${total} groups { eventType { name } templateVersion { version } figures { accepted } } } } }
      eventTypes { nodes { figures(from: "2026-03-01", to: "2026-05-31", groupBy: [provider],
        filter: { provider: gmail }) { groups { provider figures { accepted } } total { accepted } } } }
      templateVersions(eventType: "order.shipped") { nodes { figures(from: "2026-03-01", to: "2026-05-31") {
        total { accepted delivered fellBack } } } } }`);
    const { accepted } = figures.total;
    const sum = (groups: readonly { readonly figures: { readonly accepted: number } }[]) =>
      groups.reduce((all, group) => all + group.figures.accepted, 0);
    expect(accepted).toBeGreaterThan(100);
    expect(sum(figures.groups)).toBe(accepted);
    expect(figures.groups[0]).toMatchObject({ day: null, provider: null, eventType: null });
    expect(figures.groups[0].workspace.id).toMatch(/^[0-9A-Z]{26}$/);
    expect(platforms.platform.figures.total).toEqual(figures.total);
    expect(platforms.platform.figures.groups).toEqual([
      { eventType: { name: 'order.shipped' }, templateVersion: { version: 1 }, figures: { accepted } },
    ]);
    const [{ figures: ofType }] = eventTypes.nodes;
    expect(ofType.groups).toEqual([{ provider: 'gmail', figures: { accepted: ofType.total.accepted } }]);
    expect(ofType.total.accepted).toBeLessThan(accepted);
    const [{ figures: ofVersion }] = templateVersions.nodes;
    expect(ofVersion.total).toMatchObject({ accepted, delivered: figures.total.delivered });
    expect(ofVersion.total.fellBack).toBeGreaterThan(0);
  });

  test.each([
    { args: 'from: "2026-03-02", to: "2026-03-01"', field: 'to' },
    { args: 'from: "2025-01-01", to: "2026-03-01"', field: 'from' },
    { args: 'from: "2026-02-30", to: "2026-03-01"', field: 'from' },
    { args: 'from: "2026-03-01", to: "2026-03-02", groupBy: [workspace, provider]', field: 'groupBy' },
  ])('with $args are rejected under $field, and cost no other field', async ({ args, field }) => {
    const { data, refusal } = await world.ask(viewer, `{ figures(${args}) { groupCount } currentKey { name } }`);
    expect(Object.keys(refusal?.details.errors ?? {})).toEqual([field]);
    expect(data).toMatchObject({ figures: null, currentKey: { name: expect.any(String) } });
  });

  test('of the rows of a page are read together', async () => {
    const statements = (first: number) =>
      statementsOf(() =>
        ask(`{ workspaces(first: ${first}) { nodes { figures(from: "2026-03-01", to: "2026-05-31", groupBy: [provider]) {
          total { accepted } groups { workspace { id } } } } } }`),
      );
    expect(await statements(5)).toHaveLength((await statements(1)).length);
  });

  test('of another platform are empty', async () => {
    const other = await world.tenant({ name: 'Other' });
    const { data } = await other.ask(`{ figures(from: "2026-03-01", to: "2026-05-31", groupBy: [workspace]) {
      groupCount total { accepted } } }`);
    expect(data.figures).toEqual({ groupCount: 0, total: { accepted: 0 } });
  });
});

test('figures are removed after 400 days, those of a later day stay', async () => {
  world.set('2026-05-20T09:00:00.000Z');
  await foldFigures(world.app);
  const days = async () => (await pool().query('SELECT DISTINCT day FROM figures')).rowCount ?? 0;
  const before = await days();
  // The last day in March is the 30th.
  world.set('2027-05-05T09:00:00.000Z');
  await sweepAll(world.app);
  expect(await days()).toBeGreaterThan(0);
  expect(await days()).toBeLessThan(before);
  const { rows } = await pool().query("SELECT to_char(min(day), 'YYYY-MM') AS first FROM figures");
  expect(rows[0].first).toBe('2026-05');
});
