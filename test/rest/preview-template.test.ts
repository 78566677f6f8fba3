import { describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { calendarFile, calendarTemplate, makeEventType, payload, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const name = 'order.shipped';
await makeEventType(acme, name);
await makeEventType(acme, 'bare', { withTemplate: false });
const preview = (body: object, type = name) => acme.ask('previewTemplate', { path: { name: type }, body });

refusesAsUsual('previewTemplate', acme, () => ({ path: { name }, body: {} }));

describe('a preview', () => {
  it('renders the current version with sample values', async () => {
    const { status, body } = await preview({});
    expect([status, body.data]).toEqual([
      200,
      {
        subject: expect.stringMatching(/^Order ./),
        html: expect.stringContaining('Hello '),
        text: expect.stringMatching(/hello /i),
        from_local_part: 'orders',
        display_name: 'The shop',
        reply_to: null,
        fallen_back: [],
      },
    ]);
  });

  it('renders what is sent, and says what fell back', async () => {
    const full = await preview({ payload, contact: { email: 'ada@example.com', attributes: {} } });
    expect(full.body.data).toMatchObject({ subject: 'Order 1001', fallen_back: [] });
    expect(full.body.data.html).toContain('Hello Ada');
    const less = await preview({ payload: { order_number: '7' } });
    expect(less.body.data).toMatchObject({ subject: 'Order 7', fallen_back: ['event.customer_name'] });
    expect(less.body.data.html).toContain('Hello there');
  });

  it('renders a version, or a draft that is not saved', async () => {
    await acme.ask('saveTemplate', { path: { name }, body: { ...template, subject: 'Second' } });
    expect((await preview({ version: 1, payload })).body.data.subject).toBe('Order 1001');
    expect((await preview({ payload })).body.data.subject).toBe('Second');
    const draft = { ...template, subject: 'Draft {{ event.order_number }} of {{ system.workspace_name }}' };
    const drafted = await preview({ draft, payload });
    expect(drafted.body.data.subject).toMatch(/^Draft 1001 of ./);
    const { body } = await acme.ask('listTemplateVersions', { path: { name } });
    expect(body.data).toHaveLength(2);
    expect((await preview({ draft, payload }, 'bare')).body.data.subject).toMatch(/^Draft 1001/);
  });

  it('renders an example of the event type, the first where none is named', async () => {
    await makeEventType(acme, 'shown');
    const { body } = await acme.ask('getEventType', { path: { name: 'shown' } });
    const example = (number: string) => ({ name: number, payload: { ...payload, order_number: number } });
    await acme.ask('saveEventType', {
      path: { name: 'shown' },
      body: { fields: body.data.fields, examples: [example('A-1'), example('B-2')] },
    });
    expect((await preview({}, 'shown')).body.data.subject).toBe('Order A-1');
    expect((await preview({ example: 'B-2' }, 'shown')).body.data.subject).toBe('Order B-2');
    const missing = await preview({ example: 'C-3' }, 'shown');
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['example']]);
    const both = await preview({ example: 7, payload }, 'shown');
    expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['example']]);
  });

  it('shows the files that a mail brings along, and no list of them where there are none', async () => {
    const starting = { ...payload, order_number: '2027-01-15T19:00:00Z' };
    const { body } = await preview({ draft: calendarTemplate, payload: starting });
    expect(body.data.files).toEqual([calendarFile]);
    const text = Buffer.from(body.data.files[0].content, 'base64').toString();
    expect(text).toContain('DTSTART:20270115T190000Z');
    expect((await preview({ draft: template, payload })).body.data).not.toHaveProperty('files');
  });

  it('renders a translation, in a time zone', async () => {
    const translations = { de: { subject: { text: 'Bestellung {{ event.order_number }}' } } };
    const draft = { ...template, translations };
    expect((await preview({ draft, payload, locale: 'de-AT' })).body.data.subject).toBe('Bestellung 1001');
    expect((await preview({ draft, payload, locale: 'fr' })).body.data.subject).toBe('Order 1001');
    expect((await preview({ draft, payload, timezone: 'Asia/Tokyo' })).status).toBe(200);
  });
});

it('refuses each field at fault under its path', async () => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ version: 1, draft: template }, /^(?:body|version)$/],
    [{ version: 99 }, /^version$/],
    [{ version: 0 }, /^version$/],
    [{ payload: {} }, /^payload\.order_number$/],
    [{ payload: { order_number: '1', colour: 'red' } }, /^payload\.colour$/],
    [{ timezone: 'Mars/One' }, /^timezone$/],
    [{ locale: 'x' }, /^locale$/],
    [{ draft: { ...template, subject: '{{ event.nobody }}' } }, /^draft\.subject$/],
    [{ draft: { subject: 'x' } }, /^draft\./],
    [{ contact: { email: 'nobody' } }, /^contact\.email$/],
    [{ contact: { attributes: { nothing: 1 } } }, /^contact\.attributes\.nothing$/],
  ];
  for (const [change, path] of cases) {
    const { status, body } = await preview(change);
    expect([status, Object.keys(body.errors ?? {})[0]], JSON.stringify(change)).toEqual([
      422,
      expect.stringMatching(path),
    ]);
  }
});

it('finds nothing without a type, or without a template to render', async () => {
  for (const type of ['none', 'bare', '-bad']) expect((await preview({}, type)).status, type).toBe(404);
});
