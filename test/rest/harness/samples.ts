/** Resources as the tests of several operations make them. */
import { expect } from 'vitest';
import type { Platform } from './platform.ts';

/** The fields that `template` reads. */
export const fields = [
  { name: 'order_number', type: 'string', required: true },
  { name: 'customer_name', type: 'string', required: false, fallback: 'there' },
];

export const payload = { order_number: '1001', customer_name: 'Ada' };

export const template = {
  subject: 'Order {{ event.order_number }}',
  from_local_part: 'orders',
  display_name: 'The shop',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      settings: {},
      theme: {},
      blocks: [{ id: 'title', type: 'heading', attrs: { text: 'Hello {{ event.customer_name }}', level: 1 } }],
    },
  },
};

/** A mail that brings a calendar along, which begins on `{{ event.order_number }}`. */
export const calendarTemplate = {
  ...template,
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      blocks: [
        {
          id: 'night',
          type: 'calendar',
          attrs: { title: 'The play', starts: '{{ event.order_number }}', when: 'tonight' },
        },
      ],
    },
  },
};

/** What REST shows of its file; `content` is base64. */
export const calendarFile = {
  filename: 'event.ics',
  content_type: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: expect.any(String),
};

/** A file of translators with texts of one template. */
export function translationsOf(name: string, texts: readonly object[], locale = 'it'): string {
  return JSON.stringify({ locale, templates: [{ name, texts }] });
}

/** An address that the simulator plays a delivery for; each label is an address of its own. */
export function simulated(label: string): string {
  return `delivered+${label}@simulator.test`;
}

/** Makes the event type `name`, with a template unless told otherwise. */
export async function makeEventType(platform: Platform, name: string, { withTemplate = true } = {}): Promise<void> {
  expect((await platform.ask('saveEventType', { path: { name }, body: { fields } })).status).toBe(201);
  if (!withTemplate) return;
  expect((await platform.ask('saveTemplate', { path: { name }, body: template })).status).toBe(201);
}

/** An emit of `type` that is accepted once the type is there. */
export function emitOf(type: string, idempotency_key: string, change: object = {}) {
  return { type, idempotency_key, recipient: { email: simulated(idempotency_key) }, payload, ...change };
}

/** Registers a sending domain under `.test`, which counts as verified while mail is captured. */
export async function makeSendable(platform: Platform, domain = 'mail.acme.test'): Promise<void> {
  const { body } = await platform.ask('saveSendingDomain', { body: { domain } });
  expect(body.data.sendable).toBe(true);
}

/** Gives the id of the new contact. */
export async function makeContact(
  platform: Platform,
  reference: string,
  change: object = {},
  workspace: string = platform.workspace,
): Promise<string> {
  const { status, body } = await platform.ask('upsertContact', {
    path: { workspace, contact: `ref:${reference}` },
    body: { email: `${reference}@example.com`, ...change },
  });
  expect(status).toBe(201);
  return body.data.id;
}
