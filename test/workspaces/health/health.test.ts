import { afterAll, describe, expect, test } from 'vitest';
import { claimMessages } from '../../../src/messages/claims/claim-messages.ts';
import { leaseTime } from '../../../src/messages/claims/message-lease.ts';
import { recordReport } from '../../../src/messages/reports/record-report.ts';
import { saveSendingDomain } from '../../../src/sending-domain/save-sending-domain.ts';
import { readDayAllowance } from '../../../src/workspaces/health/day-allowance.ts';
import { updateWorkspace } from '../../../src/workspaces/update-workspace.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;

/** One for each configuration: their workspaces do not meet. */
const worlds = new Map<string, SendingWorld>();

afterAll(async () => {
  for (const each of worlds.values()) await each.close();
});

const hour = 3_600_000;

async function open(env: NodeJS.ProcessEnv = {}, at = '2026-03-02T09:00:00.000Z'): Promise<SendingWorld> {
  const key = JSON.stringify(env);
  world = worlds.get(key) ?? (await createSendingWorld(env));
  worlds.set(key, world);
  world.set(at);
  return world;
}

/** Sends to `good` people who get it, and to `gone` whom nobody knows. */
async function sendTo(workspace: SendingWorkspace, good: number, gone = 0): Promise<void> {
  const lost = people(gone, 'gone.example');
  for (const address of lost) world.sink.refuse(address, [{ code: 550, text: '5.1.1 No such user' }]);
  await workspace.emit([...lost, ...people(good)]);
  await workspace.send();
  await world.sweep();
}

const moves = async (workspace: SendingWorkspace) =>
  (await workspace.webhooks('workspace.health_changed')).map(
    ({ details }) => `${details.from} ${details.to} ${details.reason}`,
  );

describe('health of a workspace', () => {
  test('five hard bounces in a hundred throttle it to a tenth of its usual day, and a day under the line lifts that', async () => {
    await open({ HEALTH_THROTTLED_FLOOR: '2' });
    const workspace = await world.workspace();
    const neighbour = await world.workspace();
    for (const day of ['02', '03', '04']) {
      world.set(`2026-03-${day}T09:00:00.000Z`);
      await sendTo(workspace, 40);
    }
    expect(await workspace.health()).toMatchObject({ state: 'ramping', reason: null });
    world.set('2026-03-05T09:00:00.000Z');
    await sendTo(workspace, 0, 7);
    expect(await workspace.health()).toMatchObject({ state: 'throttled', reason: 'bounce_rate', since: world.now() });
    expect(await moves(workspace)).toEqual(['ramping throttled bounce_rate']);
    expect(await neighbour.health()).toMatchObject({ state: 'ramping' });

    // The usual day is 40; today's seven count.
    await sendTo(workspace, 10);
    expect(await workspace.states()).toEqual({ bounced: 7, delivered: 120, queued: 10 });
    world.set('2026-03-06T00:00:00.000Z');
    await workspace.send();
    expect(await workspace.states()).toEqual({ bounced: 7, delivered: 124, queued: 6 });

    // What is over the cap waits, and expires a day after its emit.
    world.set('2026-03-06T09:00:00.000Z');
    await world.sweep();
    expect(await workspace.states()).toEqual({ bounced: 7, delivered: 124, expired: 6 });
    expect(await workspace.webhooks('message.expired')).toHaveLength(6);

    // The bounces leave the seven days on the 12th; then it takes a day under the line.
    world.set('2026-03-12T10:00:00.000Z');
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'throttled' });
    world.advance(24 * hour - 1);
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'throttled' });
    world.advance(1);
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'ramping', reason: 'recovered' });
    expect(await moves(workspace)).toEqual(['ramping throttled bounce_rate', 'throttled ramping recovered']);
  });

  test('ten in a hundred pause it: nothing real goes out, emits are accepted, simulated mail plays; a day later it is throttled', async () => {
    await open();
    const workspace = await world.workspace();
    await sendTo(workspace, 90, 10);
    expect(await workspace.health()).toMatchObject({ state: 'paused', reason: 'bounce_rate' });
    await workspace.emit([...people(5), 'delivered@simulator.test']);
    await workspace.send();
    expect(await workspace.states()).toEqual({ bounced: 10, delivered: 91, queued: 5 });
    world.advance(24 * hour - 1);
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'paused' });
    world.advance(1);
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'throttled', reason: 'recovered' });

    // Counts began anew: nine bounces of ten tell nothing yet, and the usual day is a hundred.
    await sendTo(workspace, 1, 9);
    expect(await workspace.health()).toMatchObject({ state: 'throttled' });
    await sendTo(workspace, 60);
    expect((await workspace.states()).delivered).toBe(91 + 1 + 40);
    world.advance(25 * hour);
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'ramping', reason: 'recovered' });
  });

  test('hundreds that are looked at again and again keep nobody from the end of a pause', async () => {
    await open();
    const workspace = await world.workspace();
    // Five bounces in two thousand: worth a look in every sweep, and nothing moves.
    await world.app.db.pool.query(
      `WITH made AS (
         INSERT INTO workspaces (platform_id, id, name, timezone, locale, created_at, updated_at)
         SELECT $1, '00' || lpad(n::text, 24, '0'), 'Well', 'UTC', 'en', $2, $2 FROM generate_series(1, 500) n RETURNING id
       ), standing AS (
         INSERT INTO workspace_health (platform_id, workspace_id, state, since, counts_since)
         SELECT $1, id, 'established', $2, $2 FROM made
       )
       INSERT INTO health_hours (workspace_id, hour, ended, delivered, hard_bounces, complaints)
       SELECT id, $2, 2000, 1990, 5, 0 FROM made`,
      [workspace.ctx.platformId, world.now()],
    );
    await sendTo(workspace, 90, 10);
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'paused' });
    world.advance(24 * hour);
    await world.sweep();
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'throttled', reason: 'recovered' });
    await world.app.db.pool.query("DELETE FROM health_hours WHERE workspace_id LIKE '00%'");
  });

  test('the operator alone ends a pause early', async () => {
    await open();
    const workspace = await world.workspace();
    await sendTo(workspace, 90, 10);
    const release = `mutation ($id: ID!) { workspaceHealthRelease(input: { workspaceId: $id }) { workspace { id health { state reason } } } }`;
    const { platformId } = workspace.ctx;
    expect((await world.ask({ platformId }, release, { id: workspace.id })).refusal?.code).toBe('forbidden');
    const { data } = await world.ask({ operator: true }, release, { id: workspace.id });
    expect(data.workspaceHealthRelease.workspace).toEqual({
      id: workspace.id,
      health: { state: 'throttled', reason: 'released' },
    });
    expect(await moves(workspace)).toEqual(['ramping paused bounce_rate', 'paused throttled released']);
    await world.ask({ operator: true }, release, { id: workspace.id });
    expect(await moves(workspace)).toHaveLength(2);
    const unknown = await world.ask({ operator: true }, release, { id: '0'.repeat(26) });
    expect(unknown.refusal?.code).toBe('not_found');
  });

  test('complaints by report count against what was delivered', async () => {
    await open({ HEALTH_MIN_ENDED: '10' });
    const workspace = await world.workspace();
    await sendTo(workspace, 20);
    const { rows } = await world.app.db.pool.query('SELECT id FROM messages WHERE workspace_id = $1 LIMIT 3', [
      workspace.id,
    ]);
    const complain = (messageId: string) =>
      recordReport(world.app, {
        kind: 'complaint',
        messageId,
        hard: false,
        mailboxFault: false,
        category: null,
        status: null,
        replyCode: null,
        reply: null,
      });
    await complain(rows[0].id);
    await complain(rows[0].id);
    expect(await workspace.health()).toMatchObject({ state: 'ramping' });
    await complain(rows[1].id);
    expect(await workspace.health()).toMatchObject({ state: 'throttled', reason: 'complaint_rate' });
    await complain(rows[2].id);
    expect(await workspace.health()).toMatchObject({ state: 'paused', reason: 'complaint_rate' });
  });

  test('shows what it rests on: counts, lines, the mails of the day, the moves, and when it recovers', async () => {
    await open({ HEALTH_MIN_ENDED: '10' }, '2026-03-02T22:00:00.000Z');
    const workspace = await world.workspace('Europe/Berlin');
    const { platformId, apiKeyId } = workspace.ctx;
    const facts = async () => {
      const { data, errors } = await world.ask(
        { platformId, apiKeyId },
        `query ($id: ID!) { workspace(workspace: $id) { health {
          state recoversTo recoversAt today { day sent cap } changes { from to reason at }
          window { since ended delivered hardBounces complaints bounceShare complaintShare }
          volume { sendingDays sendingDaysWanted delivered deliveredWanted }
          lines { windowDays minEnded throttle { bounceShare bounces complaintShare complaints } pause { bounces } }
        } } }`,
        { id: workspace.id },
      );
      expect(errors).toEqual([]);
      return JSON.parse(JSON.stringify(data.workspace.health));
    };
    await sendTo(workspace, 30);
    expect(await facts()).toEqual({
      state: 'ramping',
      recoversTo: null,
      recoversAt: null,
      today: { day: '2026-03-02', sent: 30, cap: null },
      changes: [],
      window: {
        // Nothing was before the workspace.
        since: '2026-03-02T22:00:00.000Z',
        ended: 30,
        delivered: 30,
        hardBounces: 0,
        complaints: 0,
        bounceShare: 0,
        complaintShare: 0,
      },
      volume: { sendingDays: 1, sendingDaysWanted: 7, delivered: 30, deliveredWanted: 1_000 },
      lines: {
        windowDays: 7,
        minEnded: 10,
        throttle: { bounceShare: 0.05, bounces: 5, complaintShare: 0.001, complaints: 2 },
        pause: { bounces: 10 },
      },
    });
    // Past midnight in Berlin.
    world.set('2026-03-02T23:30:00.000Z');
    await sendTo(workspace, 0, 5);
    const throttled = { from: 'ramping', to: 'throttled', reason: 'bounce_rate', at: world.now().toISOString() };
    world.set('2026-03-02T23:45:00.000Z');
    await sendTo(workspace, 0, 5);
    const paused = { from: 'throttled', to: 'paused', reason: 'bounce_rate', at: world.now().toISOString() };
    expect(await facts()).toMatchObject({
      state: 'paused',
      recoversTo: 'throttled',
      recoversAt: '2026-03-03T23:45:00.000Z',
      today: { day: '2026-03-03', sent: 10, cap: 0 },
      changes: [paused, throttled],
      window: { ended: 40, hardBounces: 10, bounceShare: 0.25 },
      volume: null,
    });
    world.set('2026-03-03T23:45:00.000Z');
    await world.sweep();
    expect(await facts()).toMatchObject({
      state: 'throttled',
      recoversTo: 'ramping',
      recoversAt: '2026-03-04T23:45:00.000Z',
      // The usual day: the median of 30 and 10.
      today: { day: '2026-03-04', sent: 0, cap: 50 },
      changes: [{ from: 'paused', to: 'throttled', reason: 'recovered' }, paused, throttled],
      window: { since: '2026-03-03T23:45:00.000Z', ended: 0, bounceShare: null },
    });
  });

  test('mail that fails for good without being offered has ended as any other, whichever way it failed', async () => {
    await open({ HEALTH_MIN_ENDED: '20' });
    const workspace = await world.workspace();
    await sendTo(workspace, 0, 5);
    await workspace.emit([...people(14), 'delivered@simulator.test', 'bounce@simulator.test']);
    await workspace.send();
    expect(await workspace.health()).toMatchObject({ state: 'ramping' });
    // Simulated mail left out, 19 have ended so far. One more waits for a domain that is replaced.
    await workspace.emit(people(1));
    await saveSendingDomain(workspace.ctx, { domain: 'other.test' });
    expect(await workspace.states()).toEqual({ bounced: 6, delivered: 15, failed: 1 });
    await world.sweep();
    expect(await workspace.health()).toMatchObject({ state: 'throttled', reason: 'bounce_rate' });
  });

  test('seven sending days and enough delivered establish it, weekends without mail between them', async () => {
    await open({ HEALTH_ESTABLISHED_DELIVERED: '35' });
    const workspace = await world.workspace();
    for (const day of ['02', '03', '04', '05', '06', '09']) {
      world.set(`2026-03-${day}T09:00:00.000Z`);
      await sendTo(workspace, 5);
      await workspace.emit(['delivered@simulator.test', 'bounce@simulator.test', 'complaint@simulator.test']);
      await workspace.send();
    }
    await sendTo(workspace, 20);
    expect(await workspace.health()).toMatchObject({ state: 'ramping' });
    world.set('2026-03-10T09:00:00.000Z');
    await sendTo(workspace, 5);
    expect(await workspace.health()).toMatchObject({ state: 'established', reason: 'volume_reached' });
    expect(await moves(workspace)).toEqual(['ramping established volume_reached']);
  });
});

describe('day caps', () => {
  test('hold for each sending day of a ramping workspace, and beyond the list nothing does', async () => {
    await open({ RAMP_DAY_CAPS: '2,4' });
    const workspace = await world.workspace();
    const delivered: number[] = [];
    // No mail on the 4th: it is no sending day.
    for (const day of ['02', '03', '05', '06']) {
      world.set(`2026-03-${day}T09:00:00.000Z`);
      await sendTo(workspace, 10);
      delivered.push((await workspace.states()).delivered ?? 0);
    }
    expect(delivered).toEqual([2, 6, 16, 26]);
  });

  test('hold against any number of processes at once', async () => {
    await open({ RAMP_DAY_CAPS: '2,4' });
    const workspace = await world.workspace();
    const apps = [world.app, world.otherApp(), world.otherApp(), world.otherApp()];
    await workspace.emit(people(40));
    await Promise.all(apps.flatMap((app) => [workspace.send(app), workspace.send(app)]));
    expect(await workspace.states()).toEqual({ delivered: 2, queued: 38 });
  });

  test('get their places back from a process that died with mail in hand', async () => {
    await open({ RAMP_DAY_CAPS: '2,4' });
    const workspace = await world.workspace();
    await workspace.emit(people(5));
    const turn = { platformId: workspace.ctx.platformId, id: workspace.id };
    const dying = world.otherApp();
    const claim = async () => claimMessages(dying, turn, { rows: 20, past: [] }, await readDayAllowance(dying, turn));
    // No attempt follows, as in a process that was killed.
    expect(await claim()).toHaveLength(2);
    await workspace.send();
    expect(await workspace.states()).toEqual({ queued: 3, sending: 2 });
    world.advance(leaseTime + 1);
    await world.sweep();
    await workspace.send();
    expect(await workspace.states()).toEqual({ delivered: 2, queued: 3 });
  });

  test('count what was handed over: what was put off is given back', async () => {
    await open({ RAMP_DAY_CAPS: '2,4' });
    const workspace = await world.workspace();
    const [slow = '', quick = ''] = people(2);
    world.sink.refuse(slow, [{ code: 450, text: '4.2.0 Greylisted' }]);
    await workspace.emit([slow, quick]);
    await workspace.send();
    expect(await workspace.states()).toEqual({ delivered: 1, queued: 1 });
    world.advance(60_000);
    await workspace.send();
    expect(await workspace.states()).toEqual({ delivered: 2 });
  });

  test.each([
    // The clocks go forward in the night to the 29th of March and back in the night to the 25th of October.
    ['Europe/Berlin', ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00', '2026-03-30T22:00']],
    ['Europe/Berlin', ['2026-10-23T22:00', '2026-10-24T22:00', '2026-10-25T23:00', '2026-10-26T23:00']],
    // Where midnight itself is skipped: the day begins at one.
    ['America/Santiago', ['2026-09-05T04:00', '2026-09-06T04:00', '2026-09-07T03:00', '2026-09-08T03:00']],
    ['Pacific/Kiritimati', ['2026-03-28T10:00', '2026-03-29T10:00', '2026-03-30T10:00', '2026-03-31T10:00']],
    ['Pacific/Pago_Pago', ['2026-03-28T11:00', '2026-03-29T11:00', '2026-03-30T11:00', '2026-03-31T11:00']],
    ['Asia/Kathmandu', ['2026-03-28T18:15', '2026-03-29T18:15', '2026-03-30T18:15', '2026-03-31T18:15']],
  ])('begin anew at midnight in %s', async (timezone, midnights) => {
    await open({ RAMP_DAY_CAPS: '1,2,3,4' });
    const workspace = await world.workspace(timezone);
    const seen: string[] = [];
    for (const midnight of midnights) {
      world.set(`${midnight}:00.000Z`);
      await sendTo(workspace, 5);
      const first = (await workspace.states()).delivered;
      // Up to the last moment of the day no more goes out.
      const next = midnights[midnights.indexOf(midnight) + 1];
      if (next !== undefined) world.set(new Date(new Date(`${next}:00.000Z`).getTime() - 1).toISOString());
      await workspace.send();
      seen.push(`${first} ${(await workspace.states()).delivered}`);
    }
    expect(seen).toEqual(['1 1', '3 3', '6 6', '10 10']);
  });

  test('follow the workspace into another time zone', async () => {
    await open({ RAMP_DAY_CAPS: '1,2,3,4' }, '2026-03-02T11:00:00.000Z');
    const workspace = await world.workspace('UTC');
    await sendTo(workspace, 3);
    expect(await workspace.states()).toEqual({ delivered: 1, queued: 2 });
    await updateWorkspace(workspace.ctx, workspace.id, { timezone: 'Pacific/Kiritimati' });
    await workspace.send();
    expect(await workspace.states()).toEqual({ delivered: 3 });
  });
});
