/** What the page of operations shows of numbers: those that are not zero. */
import { expect, test } from 'vitest';
import type { OperationsQuery } from '../../src/console/api/operations.ts';
import { backlogsOf } from '../../src/console/parts/operations/backlogs.ts';

type Operations = NonNullable<OperationsQuery['operations']>;

const of = (count: number) => ({ count, capped: false });
const idle = {
  sending: {
    due: of(0),
    queued: of(0),
    scheduled: of(0),
    sending: of(0),
    awaitingReport: of(0),
    lostLeases: of(0),
    workspacesDue: of(0),
    oldestDueAt: null,
    oldestEmitAt: null,
  },
  webhooks: { due: of(0), pending: of(0), endpointsDue: of(0), oldestDueAt: null, oldestRoundAt: null },
  erasures: { open: of(0), overdue: of(0), oldestRequestedAt: null },
  sendingDomains: { verified: 4, pending: 0, warning: 0, failed: 0, due: 0, oldestDueAt: null, capped: false },
};
const backlogs = (change: object) => backlogsOf({ ...idle, ...change } as Operations);

test('where nothing waits, each part is a word: domains that are in order are no work', () => {
  expect(backlogs({})).toEqual({ some: [], none: ['Sending', 'Webhooks', 'Erasures', 'Sending domains'] });
});

test('what wants a person comes first in its part, with what to do, and zeros are left out', () => {
  const domains = { ...idle.sendingDomains, pending: 2, failed: 1 };
  const { some, none } = backlogs({ sendingDomains: domains });
  expect(none).toEqual(['Sending', 'Webhooks', 'Erasures']);
  expect(some.map(({ amounts }) => amounts.map(({ name, value }) => [name, value]))).toEqual([
    [
      ['Failed', '1'],
      ['Pending', '2'],
      ['Verified', '4'],
    ],
  ]);
  expect(some[0]?.amounts[0]).toMatchObject({ tone: 'bad', hint: expect.stringContaining('DNS records') });
});

test('what waits says since when, and a count that stopped at its limit says so', () => {
  const at = '2026-11-28T10:00:00.000Z';
  const { some } = backlogs({ webhooks: { ...idle.webhooks, due: { count: 10_000, capped: true }, oldestDueAt: at } });
  expect(some[0]?.amounts).toMatchObject([{ value: '10,000+', since: { at } }]);
});

test('parts that were not answered are left out', () => {
  expect(backlogs({ sending: null, erasures: null })).toEqual({ some: [], none: ['Webhooks', 'Sending domains'] });
});
