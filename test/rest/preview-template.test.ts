import { describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, payload, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const name = 'order.shipped';
await makeEventType(acme, name);
await makeEventType(acme, 'bare', { withTemplate: false });
const preview = (body: object = {}, of = name) => acme.ask('previewTemplate', { path: { name: of }, body });

refusesAsUsual('previewTemplate', acme, () => ({ path: { name }, body: {} }));

describe('a preview', () => {
  it('shows the current version with sample values when it is given nothing', async () => {
    const { status, body } = await preview();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      subject: 'Order Order number',
      from_local_part: 'orders',
      display_name: 'The shop',
      reply_to: null,
      fallen_back: [],
    });
    expect(body.data.html).toContain('Hello Customer name');
    expect(body.data.text).toBe('Hello Customer name\n');
  });

  it('shows a payload, and the fallback of an optional field that it leaves out', async () => {
    expect((await preview({ payload })).body.data).toMatchObject({ subject: 'Order 1001', text: 'Hello Ada\n' });
    const { body } = await preview({ payload: { order_number: '1001' } });
    expect(body.data).toMatchObject({ text: 'Hello there\n', fallen_back: ['event.customer_name'] });
  });

  it('shows an older version, and a draft that was never saved', async () => {
    await acme.ask('saveTemplate', { path: { name }, body: { ...template, subject: 'Newer' } });
    expect((await preview()).body.data.subject).toBe('Newer');
    expect((await preview({ version: 1, payload })).body.data.subject).toBe('Order 1001');
    const draft = { ...template, subject: 'Draft {{ event.order_number }}', reply_to: 'help@example.com' };
    const { body } = await preview({ draft, payload });
    expect(body.data).toMatchObject({ subject: 'Draft 1001', reply_to: 'help@example.com' });
    expect((await preview({ draft, payload }, 'bare')).body.data.subject).toBe('Draft 1001');
    expect((await acme.ask('getTemplate', { path: { name } })).body.data.version).toBe(2);
  });

  it('has nothing to show of a type without template', async () => {
    expect((await preview({}, 'bare')).status).toBe(404);
    expect((await preview({}, 'none')).status).toBe(404);
  });
});

describe('faults', () => {
  it.each<[Record<string, unknown>, readonly string[]]>([
    [{ version: 1, draft: template }, ['version']],
    [{ version: 99 }, ['version']],
    [{ version: 0 }, ['version']],
    [{ locale: 'not a locale' }, ['locale']],
    [{ timezone: 'Mars/Olympus' }, ['timezone']],
    [
      { payload: { customer_name: 7, colour: 'red' } },
      ['payload.colour', 'payload.customer_name', 'payload.order_number'],
    ],
    [{ payload: { order_number: 'x'.repeat(524_288) } }, ['payload']],
    [{ contact: { email: 'nobody' } }, ['contact.email']],
    [{ contact: { attributes: { plan: 'x' } } }, ['contact.attributes.plan']],
    [{ contact: { name: 'x' } }, ['contact.name']],
    [{ draft: { ...template, subject: undefined } }, ['draft.subject']],
    [{ draft: { ...template, from_local_part: 'a b' } }, ['draft.from_local_part']],
    [{ draft: { ...template, subject: '{{ event.nobody }}' } }, ['draft.subject']],
    [{ draft: { ...template, translations: { de: { nothing: { text: 'x' } } } } }, ['draft.translations.de.nothing']],
  ])('of %j are told by their paths', async (body, paths) => {
    const { status, body: answer } = await preview(body);
    expect([status, answer.code, Object.keys(answer.errors ?? {}).toSorted()]).toEqual([
      422,
      'validation_failed',
      paths,
    ]);
  });
});
