import { beforeAll, expect, it } from 'vitest';
import { waitForState } from './harness/messages.ts';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType, makeSendable } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const day = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
// A test that runs over midnight has two days.
const days = { from: yesterday, to: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) };
const read = (query: Record<string, string> = {}) => acme.ask('getFigures', { query: { ...days, ...query } });

refusesAsUsual('getFigures', acme, () => ({ query: days }));

beforeAll(async () => {
  await makeSendable(acme);
  await makeEventType(acme, 'order.shipped');
  for (const [key, state] of [
    ['ada', 'delivered'],
    ['nobody.one', 'bounced'],
  ] as const) {
    const body = emitOf('order.shipped', key, { recipient: { email: `${key}@example.com` } });
    const { message } = (await acme.ask('emitEvent', { body })).body.data;
    await waitForState(acme, acme.workspace, message.id, state);
  }
});

it('counts messages by their state', async () => {
  const { status, body } = await read();
  expect([status, body.data]).toMatchObject([
    200,
    {
      ...days,
      total: { accepted: 2, delivered: 1, bounced: 1, bounced_hard: 1, suppressed: 0 },
      groups: [],
      group_count: 0,
      complete: true,
    },
  ]);
  expect(body.data.total.rates).toMatchObject({ delivered: 0.5, bounced: 0.5 });
});

it('groups them', async () => {
  const { body } = await read({ group_by: 'day,event_type' });
  const [group, ...others] = body.data.groups;
  expect([days.from, days.to].includes(group.day) || group.day === day).toBe(true);
  expect([group.event_type, group.figures.accepted, others]).toEqual([{ name: 'order.shipped' }, 2, []]);
  const workspaces = (await read({ group_by: 'workspace' })).body.data.groups;
  expect(workspaces[0].workspace).toEqual({ id: acme.workspace, reference: 'shop' });
});

it('refuses days and properties that are none', async () => {
  const { status, body } = await acme.ask('getFigures', {
    query: { from: 'today', to: '2026-3-1', group_by: 'day,week' },
  });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['from', 'group_by', 'to']]);
  const cases = [
    [{ from: '2026-02-31', to: '2026-03-01' }, 'from'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ from: '2020-03-02', to: '2026-03-01' }, 'from'],
  ] as const;
  for (const [query, name] of cases) {
    const answered = await acme.ask('getFigures', { query });
    expect([answered.status, Object.keys(answered.body.errors)]).toEqual([422, [name]]);
  }
  expect((await read({ group_by: 'workspace,provider' })).status).toBe(422);
});
