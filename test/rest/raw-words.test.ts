/** Every operation with a body refuses wrong values in our words (docs/rules.md#words-of-faults). */
import { beforeAll, expect, it } from 'vitest';
import { rawWords } from '../support/raw-words.ts';
import { callOf, furnish, type Possessions } from './harness/every-call.ts';
import { openPlatform, type Platform } from './harness/platform.ts';

let platform: Platform;
let owned: Possessions;
beforeAll(async () => {
  platform = await openPlatform();
  owned = await furnish(platform, 'words');
});

const wrong: readonly unknown[] = [null, true, 1.5, -1e300, '', 'x'.repeat(3_000), [[]], { x: { y: 1 } }];

/** Copies of `body` with `value` in each place once, and with it everywhere on the first level. */
function spoiled(body: unknown, value: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null) return [value];
  const entries = Object.entries(body);
  const copy = (key: string, inner: unknown) =>
    Array.isArray(body) ? body.with(Number(key), inner) : { ...body, [key]: inner };
  return [value, ...entries.flatMap(([key, inner]) => spoiled(inner, value).map((one) => copy(key, one)))];
}

const operations = [
  ...['createWorkspace', 'updateWorkspace', 'erasePerson', 'upsertContact', 'upsertContacts', 'addContactTags'],
  ...['createAttributeDefinition', 'updateAttributeDefinition', 'saveEventType', 'saveTemplate', 'previewTemplate'],
  ...['emitEvent', 'createWebhookEndpoint', 'updateWebhookEndpoint', 'saveSendingDomain', 'saveLayout'],
];

it.each(operations)('%s', async (operationId) => {
  const { body, ...call } = callOf(operationId, owned);
  let refused = 0;
  for (const value of wrong) {
    for (const sent of spoiled(body, value)) {
      const answered = await platform.ask(operationId, { ...call, body: sent });
      if (answered.status >= 400) refused += 1;
      expect(answered.status).not.toBe(500);
      expect(JSON.stringify(answered.body)).not.toMatch(rawWords);
    }
  }
  expect(refused).toBeGreaterThan(5);
});
