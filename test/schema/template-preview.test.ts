import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderMessage } from '../../src/messages/sending/send-message.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const previewDocument = `query ($input: TemplatePreviewInput!) {
  templatePreview(eventType: "order.paid", input: $input) {
    subject html text fromLocalPart displayName replyTo fallenBack
  }
}`;
const composition = {
  editorVersion: 3,
  target: 'email',
  document: {
    settings: {},
    theme: {},
    blocks: [
      { id: 'greeting', type: 'heading', attrs: { text: 'Thank you, {{ event.customer_name }}' } },
      { id: 'day', type: 'text', attrs: { text: '{{ event.paid_at | datetime: "long" }}' } },
      { id: 'plan', type: 'text', attrs: { text: '{{ attributes.plan }} for {{ contact.email }}' } },
      { id: 'from', type: 'footer', attrs: { text: '{{ system.workspace_name }} {{ system.current_year }}' } },
    ],
  },
};
const template = {
  subject: 'Order of {{ event.customer_name }}',
  fromLocalPart: 'orders',
  displayName: '{{ system.workspace_name }}',
  composition,
  translations: { de: { 'greeting.text': { text: 'Danke, {{ event.customer_name }}' } } },
};
const payload = { customer_name: 'Ada', paid_at: '2026-12-31T23:30:00Z' };

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  await tenant.ask(
    `mutation ($fields: [EventFieldInput!]!, $input: TemplateSaveInput!) {
      attributeDefinitionCreate(input: { key: "plan", name: "Plan", type: string }) { attributeDefinition { key } }
      eventTypeSave(name: "order.paid", input: { fields: $fields }) { created }
      templateSave(eventType: "order.paid", input: $input) { created }
    }`,
    {
      fields: [
        { name: 'customer_name', type: 'string', required: false, fallback: 'friend' },
        { name: 'paid_at', type: 'datetime', required: true },
      ],
      input: template,
    },
  );
});

const preview = async (input: object) => {
  const { data, refusal, errors } = await tenant.ask(previewDocument, { input });
  if (!refusal && errors.length > 0) throw new Error(JSON.stringify(errors));
  return { shown: data?.templatePreview, refusal };
};

describe('a preview', () => {
  it('renders in the language and the time zone that it is asked for, UTC when it is asked for none', async () => {
    const { shown } = await preview({ payload, locale: 'de-AT', timezone: 'Europe/Berlin' });
    expect(shown.text).toContain('Danke, Ada');
    expect(shown.text).toContain('1.\u00a0Januar\u00a02027 um 00:30');
    expect((await preview({ payload })).shown.text).toContain('December\u00a031,\u00a02026 at 11:30');
    expect((await preview({ payload, locale: 'fr' })).shown.text).toContain('Thank you, Ada');
  });

  it('shows the contact given, and a sample person and workspace otherwise', async () => {
    const contact = { email: 'ada@example.org', attributes: { plan: 'gold' } };
    expect((await preview({ payload, contact })).shown.text).toContain('gold for ada@example.org');
    const { text, displayName } = (await preview({ payload })).shown;
    expect(text).toContain('Plan for person@example.com');
    expect(text).toContain(`Sample workspace ${world.now().getUTCFullYear()}`);
    expect(displayName).toBe('Sample workspace');
  });

  it('lists what fell back', async () => {
    const { shown } = await preview({ payload: { paid_at: payload.paid_at }, contact: { attributes: {} } });
    expect(shown.fallenBack).toEqual(['event.customer_name', 'attributes.plan']);
    expect(shown.subject).toBe('Order of friend');
  });

  it('sends nothing and keeps nothing', async () => {
    const kept = async () =>
      Promise.all(
        ['events', 'messages', 'idempotency_keys', 'template_versions', 'contacts'].map(
          async (table) => (await world.app.db.pool.query(`SELECT t::text FROM ${table} t ORDER BY 1`)).rows,
        ),
      );
    const before = await kept();
    await preview({ payload, contact: { email: 'new@example.org' } });
    await preview({ draft: { ...template, subject: 'Draft' }, payload });
    await preview({ version: 1 });
    expect(await kept()).toEqual(before);
  });

  it('of a draft takes whatever a save may hold, and is not refused for what is outdated', async () => {
    const translations = { de: { 'greeting.text': { text: 'Danke', source: 'An older text' } } };
    const draft = { ...template, translations, baseVersion: 1, acceptOutdated: false };
    const { shown, refusal } = await preview({ draft, payload, locale: 'de' });
    expect(refusal).toBeNull();
    expect(shown.text).toContain('Danke');
  });

  it('fills in samples for the payload alone, or for the contact alone', async () => {
    const contact = { email: 'ada@example.org', attributes: { plan: 'gold' } };
    const { shown } = await preview({ contact });
    expect(shown.fallenBack).toEqual([]);
    expect(shown.subject).toBe('Order of Customer name');
    expect(shown.text).toContain('gold for ada@example.org');
    expect((await preview({ payload })).shown.fallenBack).toEqual([]);
  });

  it('gives, byte for byte, what is sent for the same values', async () => {
    const { shown } = await preview({ payload, contact: { email: 'ada@example.org', attributes: { plan: 'gold' } } });
    const { rows } = await world.app.db.pool.query<{ id: string; event_type_id: string }>(
      'SELECT id, event_type_id FROM template_versions WHERE platform_id = $1',
      [tenant.platformId],
    );
    const [version] = rows;
    const sent = await renderMessage(world.app, {
      platformId: tenant.platformId,
      templateVersionId: version?.id,
      eventTypeId: version?.event_type_id,
      eventTypeVersion: 1,
      locale: 'en',
      timezone: 'UTC',
      payload,
      values: {
        contact: { email: 'ada@example.org', reference: 'sample-person' },
        attributes: { plan: 'gold' },
        system: {
          workspace_name: 'Sample workspace',
          unsubscribe_url: 'https://example.com/unsubscribe',
          sent_on: world.now().toISOString(),
        },
      },
    } as unknown as Parameters<typeof renderMessage>[1]);
    expect({ subject: sent.subject, html: sent.html, text: sent.text }).toEqual({
      subject: shown.subject,
      html: shown.html,
      text: shown.text,
    });
  });

  it('refuses a mail that no server would take', async () => {
    const items = Array.from({ length: 600 }, () => ({ sku: 'x' }));
    const repeat = (depth: number): object => ({
      id: `r${depth}`,
      type: 'repeat',
      attrs: { each: 'event.items', as: `item${depth}` },
      children: [depth === 0 ? { id: 't', type: 'text', attrs: { text: 'x' } } : repeat(depth - 1)],
    });
    await tenant.ask(
      'mutation ($fields: [EventFieldInput!]!) { eventTypeSave(name: "bulk", input: { fields: $fields }) { created } }',
      {
        fields: [
          { name: 'items', type: 'list', required: true, fields: [{ name: 'sku', type: 'string', required: true }] },
        ],
      },
    );
    const draft = {
      ...template,
      displayName: null,
      translations: {},
      subject: 'Bulk',
      composition: { ...composition, document: { blocks: [repeat(2)] } },
    };
    const { refusal } = await tenant.ask(previewDocument.replace('order.paid', 'bulk'), {
      input: { draft, payload: { items } },
    });
    expect(refusal).toMatchObject({
      code: 'validation_failed',
      details: { errors: { payload: [expect.any(String)] } },
    });
  });

  it("answers another platform's template as one that does not exist", async () => {
    tenant = await world.tenant();
    expect((await preview({})).refusal?.code).toBe('not_found');
  });
});
