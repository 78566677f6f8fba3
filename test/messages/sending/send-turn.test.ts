/** One turn of a workspace, in statements. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';
import { statementsOf } from '../../support/statements.ts';

/** Attempts of one workspace at once in one process (docs/rules.md#exchanger-shares). */
const slots = 20;

let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const claims = (texts: readonly string[]) => texts.filter((text) => text.includes('lost_leases > 1')).length;

test.each([
  [3, 1],
  // The first claim takes all slots, so that more may be due.
  [slots, 2],
])('a turn of %i due messages claims %i times', async (mails, times) => {
  const workspace = await world.workspace();
  await workspace.emit(people(mails));
  expect(claims(await statementsOf(() => workspace.send()))).toBe(times);
  expect(await workspace.states()).toEqual({ delivered: mails });
});
