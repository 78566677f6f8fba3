/** Files that a mail makes of its values (docs/rules.md#files-of-a-mail). */
import { PNG } from 'pngjs';
import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { calendarFile } from '../../emails/made/calendar-file.ts';
import { qrCode } from '../../emails/made/qr-code.ts';
import { fellBackTags, renderTemplate, TemplateTooLarge } from '../../emails/render/render.ts';
import { block, compiled, content, errorsOf, options, rendered, values } from './sample.ts';

const ticket = block('qr', {
  content: 'https://shop.example/{{ event.order_number }}?city={{ event.city }}',
  alt: 'Ticket',
});

function read(png: Buffer): string {
  const { width, height, data } = PNG.sync.read(png);
  return decodeQR({ width, height, data });
}

describe('a QR code', () => {
  it.each(['https://shop.example/collect/A-17', '7', 'ÄÖ Ω 日本 😀', 'x'.repeat(300)])('of %s is read back', (text) => {
    const png = qrCode(text);
    expect(png && read(png)).toBe(text);
    expect(png?.length).toBeLessThan(4_000);
  });

  it('has a white border of four squares and black and white alone', () => {
    const { width, height, data } = PNG.sync.read(qrCode('7') ?? Buffer.alloc(0));
    expect([width, height]).toEqual([29 * 8, 29 * 8]);
    const colors = new Set(Array.from({ length: width * height }, (_none, at) => data.readUInt32BE(at * 4)));
    expect(colors).toEqual(new Set([0x000000ff, 0xffffffff]));
    const border = Array.from({ length: width * 4 * 8 }, (_none, at) => data[at * 4]);
    expect(new Set(border)).toEqual(new Set([255]));
  });

  it('is made of no text, and of none beyond 300 bytes', () => {
    expect(qrCode(' \n')).toBeNull();
    expect(qrCode('x'.repeat(301))).toBeNull();
    expect(qrCode('é'.repeat(151))).toBeNull();
  });

  it('stands in the HTML where people look into a mail, and comes with a mail that is sent', async () => {
    const seen = await rendered({ blocks: [ticket] });
    const [, data = ''] = /src="data:image\/png;base64,([^"]*)"/.exec(seen.html) ?? [];
    expect(read(Buffer.from(data, 'base64'))).toBe('https://shop.example/A-17?city=Turin');
    expect(seen.files).toEqual([]);
    const { html, text, files } = await rendered({ blocks: [ticket] }, values.event, { attachesPictures: true });
    expect(files).toMatchObject([{ mediaType: 'image/png', contentId: /src="cid:([^"]*)"/.exec(html)?.[1] }]);
    expect(read(files[0]?.content ?? Buffer.alloc(0))).toBe('https://shop.example/A-17?city=Turin');
    expect(text).toBe('Ticket: https://shop.example/A-17?city=Turin\n');
  });

  it('leaves its words where there is no code', async () => {
    const { html, files, fellBack } = await rendered(
      { blocks: [block('qr', { content: '{{ event.code }}', alt: 'Ticket' })] },
      {},
      { attachesPictures: true },
    );
    expect(html).toMatch(/<img alt="Ticket" height="176" style="[^"]*" width="176"\/>/);
    expect([files, fellBack]).toEqual([[], ['event.code']]);
  });

  it('is in the mail once, however often it is shown', async () => {
    const { files } = await rendered({ blocks: [ticket, { ...ticket, id: 'again' }] }, values.event, {
      attachesPictures: true,
    });
    expect(files).toHaveLength(1);
  });

  it('has the values of a link encoded as any link has them, and others as they are', async () => {
    const said = async (written: string) => {
      const { html } = await rendered({ blocks: [block('qr', { content: written, alt: 'x' })] });
      return read(Buffer.from(/base64,([^"]*)/.exec(html)?.[1] ?? '', 'base64'));
    };
    expect(await said('https://shop.example/?code={{ event.code }}')).toBe('https://shop.example/?code=493%20018');
    expect(await said('{{ event.code }}')).toBe('493 018');
    expect(await said('No. {{ event.total | currency: "EUR" }}')).toBe('No. €1,234.50');
  });

  it('says the same in every language', () => {
    const translations = { de: { [`${ticket.id}.content`]: { text: 'https://shop.example/de' } } };
    expect(errorsOf(content({ blocks: [ticket], translations }))).toHaveProperty([
      `translations.de.${ticket.id}.content`,
    ]);
  });
});

describe('a mail', () => {
  const each = { each: 'event.labels', as: 'label' };
  const codes = block('repeat', each, { children: [block('qr', { content: '{{ label }}', alt: 'x' })] });
  const labels = (count: number) => ({ labels: Array.from({ length: count }, (_none, n) => `label ${n}`) });

  it('makes at most five files, which the check of an emit knows too', async () => {
    const template = await compiled({ blocks: [codes] });
    const of = (count: number) => ({ ...values, event: labels(count) });
    expect(renderTemplate(template, of(5), { ...options, attachesPictures: true }).files).toHaveLength(5);
    expect(fellBackTags(template, of(5), options)).toEqual([]);
    expect(() => renderTemplate(template, of(6), options)).toThrow(TemplateTooLarge);
    expect(() => fellBackTags(template, of(6), options)).toThrow('more than 5 QR codes and calendars');
  });

  it('has the calendars of its appointments, told apart by their names', async () => {
    const appointment = (starts: string) => block('calendar', { title: 'Tea', starts, when: 'soon' });
    const { files, html } = await rendered({ blocks: ['2027-01-15', '{{ event.placed_at }}'].map(appointment) });
    expect(files.map(({ filename, mediaType, contentId }) => [filename, mediaType, contentId])).toEqual([
      ['event.ics', 'text/calendar; charset=utf-8; method=PUBLISH', null],
      ['event-2.ics', 'text/calendar; charset=utf-8; method=PUBLISH', null],
    ]);
    expect(html).not.toContain('BEGIN:');
  });

  it('has none where the time cannot be read', async () => {
    const blocks = [block('calendar', { title: 'Tea', starts: '{{ event.note }}', when: 'soon' })];
    expect((await rendered({ blocks })).files).toEqual([]);
  });
});

describe('a calendar', () => {
  const texts = { title: 'Tea', starts: '2027-01-15T18:00:00+01:00', ends: '', location: '', details: '', url: '' };
  const file = (more: Partial<typeof texts>) =>
    String(calendarFile({ ...texts, ...more }, '2026-12-31T23:30:00.000Z')).split('\r\n');

  it('has its times in UTC, and is the same whenever it is made', () => {
    const lines = file({ ends: '2027-01-15T19:30:00+01:00', url: 'https://shop.example/?a=b,c' });
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Tidings//Mail//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:[0-9a-f]{32}@tidings$/),
      'DTSTAMP:20261231T233000Z',
      'DTSTART:20270115T170000Z',
      'DTEND:20270115T183000Z',
      'SUMMARY:Tea',
      'URL:https://shop.example/?a=b,c',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(file({ ends: '2027-01-15T19:30:00+01:00', url: 'https://shop.example/?a=b,c' })).toEqual(lines);
  });

  it('takes days, the last of them included', () => {
    expect(file({ starts: '2027-01-15' })).toContain('DTSTART;VALUE=DATE:20270115');
    const lines = file({ starts: '2027-01-15', ends: '2027-01-31' });
    expect(lines).toContain('DTEND;VALUE=DATE:20270201');
  });

  it.each([
    ['2027-01-15T17:59:59+01:00', 'before the beginning'],
    ['2027-01-16', 'a day beside a time'],
    ['soon', 'words'],
  ])('leaves out the end %s, %s', (ends) => {
    expect(file({ ends }).join('\n')).not.toContain('DTEND');
  });

  it.each(['', 'soon', '2027-02-30', '2027-01-15T18:00:00'])('is not made of the beginning "%s"', (starts) => {
    expect(calendarFile({ ...texts, starts }, '2026-12-31T23:30:00.000Z')).toBeNull();
  });

  it('keeps each text to its field, whatever it holds', () => {
    const hostile = 'a,b;c\\d\r\nBEGIN:VALARM\u0000\u2028x';
    const lines = file({ title: hostile, location: hostile, url: 'https://x.example/\r\nATTACH:y' });
    expect(lines).toContain('SUMMARY:a\\,b\\;c\\\\d\\nBEGIN:VALARM \u2028x');
    expect(lines.filter((line) => /^(?:BEGIN|END):/.test(line))).toHaveLength(4);
    expect(lines.join()).not.toContain('URL');
  });

  it('has no line of more than 75 bytes, and breaks none within a character', () => {
    const title = '日本語 😀 '.repeat(60).trim();
    const lines = file({ title });
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`);
    expect(lines.join('')).not.toContain('\ufffd');
  });
});
