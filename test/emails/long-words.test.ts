/** Words that are too long for a cell or a column. */
import { describe, expect, it } from 'vitest';
import { hasLongWord } from '../../emails/language/long-words.ts';
import { block, rendered, text } from './sample.ts';

const name = 'Wolfeschlegelsteinhausenberger';
const breaking = (word: string) => `<span style="word-break:break-word">${word}</span>`;

describe('a long word', () => {
  it.each([
    ['€1,234,567.89', false],
    ['a'.repeat(16), false],
    ['a'.repeat(17), true],
    ['one two three four five', false],
    [`short ${'b'.repeat(20)} short`, true],
    ['\u65e5\u672c\u8a9e'.repeat(10), false],
    ['\u{1f600}'.repeat(20), false],
  ])('is found in %j: %s', (value, found) => {
    expect(hasLongWord(value)).toBe(found);
  });

  it('may break in a cell, whether a value or the template has it', async () => {
    const columns = [{ label: name, cell: 'Order {{ item.name }}' }, { cell: '{{ item.price }}' }];
    const { html } = await rendered(
      { blocks: [block('table', { each: 'event.items', columns })] },
      { items: [{ name, price: 4 }] },
    );
    expect(html).toMatch(new RegExp(`<th[^>]*>${breaking(name)}</th>`));
    expect(html).toMatch(new RegExp(`<td[^>]*>Order ${breaking(name)}</td><td[^>]*>4</td>`));
  });

  it('is set apart once where it also runs against the mail, and in columns', async () => {
    const column = { id: 'a', children: [text('{{ event.note }}')] };
    const blocks = [block('columns', {}, { columns: [column] })];
    const { html } = await rendered({ blocks, settings: { direction: 'rtl' } }, { note: name });
    expect(html).toContain(`<span dir="ltr" style="word-break:break-word">${name}</span>`);
  });

  it('is no date: in a cell a day and its month may part, where its width would be too small', async () => {
    const rows = [{ label: 'Day', value: '{{ event.due_on | date: "long" }}' }];
    const blocks = [block('totals', { rows }), text('{{ event.due_on | date: "long" }}')];
    const { html } = await rendered({ blocks, translations: { de: {} } }, undefined, { locale: 'de' });
    expect(html).toMatch(/<td[^>]*>15\. Januar 2027<\/td>/);
    expect(html).toMatch(/<p[^>]*>15\.\u00a0Januar\u00a02027<\/p>/);
  });

  it('needs no element in a text that has the whole width', async () => {
    const { html } = await rendered({ blocks: [text('{{ event.note }}')] }, { note: name });
    expect(html).toMatch(new RegExp(`<p[^>]*>${name}</p>`));
    expect(html).toContain('word-break:break-word');
  });
});

describe('a picture in markup of an author', () => {
  const pictureOf = async (attributes: string) => {
    const html = `<img src="https://shop.example/a.png" alt="" ${attributes}>`;
    return /<img src="https:\/\/shop[^>]*>/.exec((await rendered({ blocks: [block('html', { html })] })).html)?.[0];
  };

  it('is no wider than its place where it is wide', async () => {
    expect(await pictureOf('width="552"')).toContain('style="width:100%;max-width:552px;height:auto"');
    expect(await pictureOf('style="width:600px;border:0"')).toContain('width:100%;max-width:600px;height:auto');
  });

  it('stays as it is where it is small, or bounded already', async () => {
    expect(await pictureOf('width="24"')).not.toContain('style');
    expect(await pictureOf('width="552" style="max-width:90%"')).toContain('style="max-width:90%"');
  });
});
