/**
 * A number of five characters, such as `1e308`, is kept exactly by a double and by jsonb, which writes it with 309 digits:
 * the driver may parse fifty times as many bytes as a limit of sent bytes suggests.
 */
import type { AttackerPlatform } from '../harness/attacker-platform.ts';
import type { LoadRequest } from '../harness/loader.ts';
import { accepted } from './accepted.ts';

/** Numbers in a payload of 512 kB, and attributes of a contact. */
const inPayload = 74_000;
const inContact = 1_000;
const contacts = 60;
const emits = 60;

export interface LongNumbers {
  readonly token: string;
  /** By what they are; more than one: each is sent once. */
  readonly requests: Readonly<Record<string, readonly LoadRequest[]>>;
}

export async function longNumbers(platform: AttackerPlatform): Promise<LongNumbers> {
  const { rest, template, apiKey } = platform;
  const fields = [{ name: 'n', type: 'list', items: { type: 'number' } }];
  accepted(
    await template({ type: 'numbers', fields, blocks: [{ id: 'a', type: 'text', attrs: { text: 'Numbers' } }] }),
  );
  const payload = { n: Array.from({ length: inPayload }, () => 1e308) };
  const emit = (n: number): LoadRequest => ({
    method: 'POST',
    path: '/v1/workspaces/ref:shop/events',
    body: JSON.stringify({
      type: 'numbers',
      idempotency_key: `numbers-${n}`,
      recipient: { email: `numbers-${n}@example.com` },
      payload,
    }),
  });
  const keys = Array.from({ length: inContact }, (_, n) => `n${n}`);
  for (const key of keys) accepted(await rest('POST', '/attribute-definitions', { key, name: key, type: 'number' }));
  const attributes = Object.fromEntries(keys.map((key) => [key, 1e308]));
  const many = Array.from({ length: contacts }, (_, n) => ({
    reference: `n${n}`,
    email: `n${n}@example.com`,
    attributes,
  }));
  accepted(await rest('POST', '/workspaces/ref:shop/contacts/batch', { contacts: many }));
  const query = '{ templatePayloads(eventType: "numbers", first: 20) { eventId: locale payload } }';
  return {
    token: apiKey,
    requests: {
      emits: Array.from({ length: emits }, (_, n) => emit(n)),
      contacts: [{ method: 'GET', path: '/v1/workspaces/ref:shop/contacts' }],
      templatePayloads: [{ method: 'POST', path: '/graphql', body: JSON.stringify({ query }) }],
    },
  };
}
