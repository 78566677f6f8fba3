/** Values whose letters run against the mail's. */
import { describe, expect, it } from 'vitest';
import { rendered, text } from './sample.ts';

const hebrew = '\u05d0\u05d1\u05d2';
const arabic = '\u0645\u062d\u0645\u062f';

/** The paragraph of a text of two values, `(value), 7`, in a mail that runs `direction`. */
async function paragraph(note: string, direction: string, written = '({{ event.note }}), 7'): Promise<string> {
  const { html } = await rendered({ blocks: [text(written)], settings: { direction } }, { note });
  return /<p[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? '';
}

describe('a value in a mail', () => {
  it.each([
    { what: 'of the same direction', direction: 'ltr', note: 'Ada, 12 St.', dir: null },
    { what: 'of digits alone', direction: 'ltr', note: '1001', dir: null },
    { what: 'with a telephone number', direction: 'ltr', note: '+39 06 1234', dir: null },
    { what: 'in Hebrew letters', direction: 'ltr', note: hebrew, dir: 'rtl' },
    {
      what: 'that begins in Latin letters and ends in Arabic ones',
      direction: 'ltr',
      note: `Ada ${arabic}`,
      dir: 'ltr',
    },
    { what: 'of the same direction', direction: 'rtl', note: arabic, dir: null },
    { what: 'of the same direction with a number', direction: 'rtl', note: `${arabic} 12`, dir: null },
    { what: 'of digits alone', direction: 'rtl', note: '1001', dir: null },
    { what: 'in Latin letters', direction: 'rtl', note: 'Ada', dir: 'ltr' },
    { what: 'of a code', direction: 'rtl', note: 'TD-1001/b', dir: 'ltr' },
    { what: 'with a telephone number', direction: 'rtl', note: '+39 06 1234', dir: 'ltr' },
    { what: 'that begins in Hebrew letters', direction: 'rtl', note: `${hebrew} (Ada)`, dir: 'rtl' },
    { what: 'that leaves an override open', direction: 'ltr', note: '\u202egnp.exe', dir: 'ltr' },
    { what: 'that leaves an override open', direction: 'rtl', note: `${arabic}\u202d`, dir: 'rtl' },
  ])('$what, which runs $direction: $dir', async ({ direction, note, dir }) => {
    const value = dir === null ? note : `<span dir="${dir}">${note}</span>`;
    expect(await paragraph(note, direction)).toBe(`(${value}), 7`);
  });

  it('is set apart with its line breaks, escaped as ever', async () => {
    expect(await paragraph('a<b>\nc', 'rtl')).toBe('(<span dir="ltr">a&lt;b&gt;<br/>c</span>), 7');
  });

  it('that is formatted in the language of the mail is left to it', async () => {
    expect(await paragraph('-12.5', 'rtl', '{{ event.note | number }}')).toBe('-12.5');
    expect(await paragraph('ab', 'rtl', '{{ event.note | upper }}')).toBe('<span dir="ltr">AB</span>');
  });

  it('without a value, or in an attribute, a link, the subject or the text part, is never set apart', async () => {
    const mail = await rendered(
      {
        subject: 'S {{ event.note }}',
        blocks: [
          text('x {{ event.city }}'),
          { id: 'i', type: 'image', attrs: { src: 'https://a.example/{{ event.note }}', alt: '{{ event.note }}' } },
        ],
        settings: { direction: 'rtl' },
      },
      { note: 'Ada', city: '' },
    );
    expect(mail.html).not.toContain('<span dir');
    expect(mail.html).toContain('<title>S Ada</title>');
    expect([mail.subject, mail.text]).toEqual(['S Ada', 'x\n\nAda\n']);
  });
});

describe('a subject', () => {
  const subjectOf = async (subject: string, note: string, direction: string) =>
    (await rendered({ subject, blocks: [text('x')], settings: { direction } }, { note })).subject;

  it('from right to left has a mark before a name in Latin letters, so that lists show it in its direction', async () => {
    expect(await subjectOf(`{{ event.note }}, ${hebrew}`, 'Ada', 'rtl')).toBe(`\u200fAda, ${hebrew}`);
  });

  it('has none where its first letter is of its own direction, and none without a letter of it', async () => {
    expect(await subjectOf(`{{ event.note }}, ${hebrew}`, arabic, 'rtl')).toBe(`${arabic}, ${hebrew}`);
    expect(await subjectOf('{{ event.note }}', 'Ada', 'rtl')).toBe('Ada');
    expect(await subjectOf('{{ event.note }}, Ada', hebrew, 'ltr')).toBe(`${hebrew}, Ada`);
  });
});
