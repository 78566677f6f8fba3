/** Ramp, health and day caps of workspaces whose days begin elsewhere, through weeks of a clock that tests move. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everyWay } from '../../support/every-way.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

let world: SendingWorld;

beforeEach(async () => {
  world = await createSendingWorld({
    RAMP_DAY_CAPS: '2,4,6',
    HEALTH_ESTABLISHED_DELIVERED: '30',
    HEALTH_MIN_ENDED: '50',
    HEALTH_THROTTLED_SHARE: '0.5',
    HEALTH_THROTTLED_FLOOR: '1',
  });
});
afterEach(() => world.close());

type Moment = '00:00:00.000' | '12:00:00.000' | '23:59:59.999';

/** The zone's distance from UTC at a moment of a day of March. */
type Offset = (day: number, moment: Moment) => string;

async function at(
  day: number,
  moment: Moment,
  offset: Offset,
  workspace: SendingWorkspace,
  emits = 0,
): Promise<number> {
  world.set(`2026-03-${day}T${moment}${offset(day, moment)}`);
  await world.sweep();
  await workspace.emit(people(emits));
  await workspace.send();
  await world.sweep();
  return (await workspace.states()).delivered ?? 0;
}

const zones: readonly (readonly [string, Offset])[] = [
  // The clocks go forward in the night to the 29th: that day has 23 hours.
  ['Europe/Berlin', (day, moment) => (day > 29 || (day === 29 && moment !== '00:00:00.000') ? '+02:00' : '+01:00')],
  // In the night to the 8th, before these weeks.
  ['America/Los_Angeles', () => '-07:00'],
  ['Pacific/Kiritimati', () => '+14:00'],
  ['Pacific/Pago_Pago', () => '-11:00'],
];

test.each(everyWay ? zones : zones.slice(0, 1))('weeks in %s', async (timezone, offset) => {
  const workspace = await world.workspace(timezone);
  /** What was delivered in all at the day's beginning, at noon after `emits` more, and at its last moment. */
  const day = async (date: number, emits: number) => [
    await at(date, '00:00:00.000', offset, workspace),
    await at(date, '12:00:00.000', offset, workspace, emits),
    await at(date, '23:59:59.999', offset, workspace),
  ];

  // The ramp: two, four, six, and beyond the list nothing is held back.
  expect(await day(16, 3)).toEqual([0, 2, 2]);
  expect(await day(17, 5)).toEqual([3, 6, 6]);
  expect(await day(18, 5)).toEqual([8, 12, 12]);
  expect(await day(19, 10)).toEqual([13, 23, 23]);
  expect(await day(20, 10)).toEqual([23, 33, 33]);
  expect(await day(21, 10)).toEqual([33, 43, 43]);
  expect(await workspace.health()).toMatchObject({ state: 'ramping' });
  // The seventh sending day.
  expect(await day(22, 10)).toEqual([43, 53, 53]);
  expect(await workspace.health()).toMatchObject({ state: 'established', reason: 'volume_reached' });
  for (const date of [23, 24, 25, 26, 27, 28]) await day(date, 10);
  expect(await day(29, 10)).toEqual([113, 123, 123]);

  // At the last moment of the 29th, seven of the last 77: half of the usual day from then on.
  const gone = people(7, 'gone.example');
  for (const address of gone) world.sink.refuse(address, [{ code: 550, text: '5.1.1 No such user' }]);
  await workspace.emit(gone);
  await workspace.send();
  expect(await workspace.health()).toMatchObject({ state: 'throttled', reason: 'bounce_rate', since: world.now() });
  expect(await day(30, 8)).toEqual([123, 128, 128]);
  expect(await day(31, 3)).toEqual([131, 133, 133]);
  expect(await workspace.states()).toEqual({ bounced: 7, delivered: 133, queued: 1 });

  // 24 hours under the line, once the bounces are no longer of the last seven days.
  world.advance(6 * 86_400_000);
  await world.sweep();
  expect(await workspace.health()).toMatchObject({ state: 'throttled' });
  world.advance(86_400_000);
  await world.sweep();
  expect(await workspace.health()).toMatchObject({ state: 'established', reason: 'recovered' });
});
