import { caniemail } from 'caniemail';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { blockTypes } from '../../emails/document/blocks/index.ts';
import { DECORATION, MAIL_CLIENTS, MAIL_RULES } from './mail-html.ts';
import { block, content, errorsOf, rendered, text, values } from './sample.ts';

const validator = new HtmlValidate(MAIL_RULES);

describe.each(blockTypes.map((type) => [type.type, type] as const))('the block %s', (_name, type) => {
  it('passes its own check, with its example', () => {
    expect(errorsOf(content({ blocks: [type.example] }))).toEqual({});
  });

  it('is valid and accessible HTML', async () => {
    const { html } = await rendered({ blocks: [type.example], settings: { preheader: 'Soon' } });
    const report = await validator.validateString(html);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });

  it('uses nothing that Gmail, Outlook or Apple Mail lack', async () => {
    const { html } = await rendered({ blocks: [type.example] });
    const { issues } = caniemail({ clients: MAIL_CLIENTS, html });
    const unsupported = [...issues.errors.values()].flatMap((found) => found.map(({ title }) => title));
    expect([...new Set(unsupported)].filter((title) => !DECORATION.has(title))).toEqual([]);
  });

  it('refuses an attribute that it does not know, under its path', () => {
    const attrs = { ...type.example.attrs, onclick: 'x' };
    expect(errorsOf(content({ blocks: [text('first'), { ...type.example, attrs }] }))).toHaveProperty([
      'composition.document.blocks.1.attrs.onclick',
    ]);
  });
});

describe('blocks on paper', () => {
  it('show a heading of its level, aligned to the side where the language begins', async () => {
    const blocks = [block('heading', { text: 'News', level: 3, align: 'start' })];
    expect((await rendered({ blocks })).html).toMatch(/<h3[^>]*text-align:left[^>]*>News<\/h3>/);
    expect((await rendered({ blocks, settings: { direction: 'rtl' } })).html).toMatch(/<h3[^>]*text-align:right/);
  });

  it('turn the inline marks of a text into elements, and leave half-written marks as they are', async () => {
    const { html, text: plain } = await rendered({
      blocks: [
        text(
          '**Bold {{ event.city }}** and _soft_, snake_case, 2 * 3, [docs](https://docs.example/{{ event.code }})\nnext',
        ),
        text('**never closed, _neither, [no link] (here) \\*\\*kept\\*\\*'),
      ],
    });
    expect(html).toContain('<strong>Bold Turin</strong> and <em>soft</em>, snake_case, 2 * 3, ');
    expect(html).toMatch(/<a href="https:\/\/docs\.example\/493%20018"[^>]*>docs<\/a><br\/>next/);
    expect(html).toContain('**never closed, _neither, [no link] (here) **kept**');
    expect(plain).toBe(
      'Bold Turin and soft, snake_case, 2 * 3, docs (https://docs.example/493%20018)\nnext\n\n' +
        '**never closed, _neither, [no link] (here) **kept**\n',
    );
  });

  it('never read marks in a value', async () => {
    const { html } = await rendered(
      { blocks: [text('{{ event.note }}')] },
      { note: '**x** [y](https://evil.example)' },
    );
    expect(html).toContain('**x** [y](https://evil.example)</p>');
  });

  it('keep the line breaks of a value in a text', async () => {
    const { html, text: plain } = await rendered({ blocks: [text('{{ event.note }}')] }, { note: 'one\r\ntwo\n<i>' });
    expect(html).toContain('one<br/>two<br/>&lt;i&gt;</p>');
    expect(plain).toBe('one\ntwo\n<i>\n');
  });

  it('show an image with its alternative text, and link it', async () => {
    const { html, text: plain } = await rendered({
      blocks: [
        block('image', {
          src: 'https://shop.example/{{ event.city }}.png',
          alt: 'A "map" of {{ event.city }}',
          href: '{{ event.tracking_url }}',
          width: 200,
        }),
      ],
    });
    expect(html).toMatch(
      /<a href="https:\/\/track\.example\/17"[^>]*><img class="t-link" alt="A &quot;map&quot; of Turin"/,
    );
    expect(html).toContain('src="https://shop.example/Turin.png"');
    expect(html).toContain('width="200"');
    expect(html).not.toContain('<link');
    expect(plain).toBe('A "map" of Turin (https://track.example/17)\n');
  });

  it('write a list with one item a line', async () => {
    const blocks = [block('list', { items: 'one **{{ event.city }}**\n\ntwo', ordered: true })];
    const { html, text: plain } = await rendered({ blocks });
    expect(html).toMatch(/<ol[^>]*><li[^>]*>one <strong>Turin<\/strong><\/li><li[^>]*>two<\/li><\/ol>/);
    expect(plain).toBe('1. one Turin\n2. two\n');
  });

  it('line up the columns of a table in plain text, and repeat its rows in HTML', async () => {
    const { html, text: plain } = await rendered({
      blocks: [
        block('table', {
          each: 'event.items',
          as: 'line',
          columns: [
            { label: 'Item', cell: '{{ line.name }}' },
            { label: 'Price', cell: '{{ line.price | currency: "EUR" }}', align: 'end' },
          ],
        }),
      ],
    });
    expect(plain).toBe('Item     Price\n------  ------\nKettle  €39.90\nTea      €4.00\n');
    expect(html.match(/<tr><td[^>]*>(?:Kettle|Tea)<\/td>/g)).toHaveLength(2);
    expect(html).toContain('<th scope="col"');
  });

  it('keep a cell to one line of the plain text', async () => {
    const columns = [{ cell: '{{ item.name }}' }, { cell: '|' }];
    const { text: plain } = await rendered(
      { blocks: [block('table', { each: 'event.items', columns })] },
      { items: [{ name: 'a\n\n b' }, { name: '日本' }] },
    );
    expect(plain).toBe('a b   |\n日本  |\n');
  });

  it('share what is left of the width among columns that name none', async () => {
    const { html } = await rendered({
      blocks: [block('columns', { gap: 0 }, { columns: [{ id: 'a', width: 40 }, { id: 'b' }, { id: 'c' }] })],
    });
    expect([...html.matchAll(/<td[^>]* width="(\d+)%"/g)].map(([, width]) => width)).toEqual(['40', '30', '30']);
    expect(html).toContain('class="stack"');
  });

  it('show the unsubscribe link in the footer, in the language, where the template reads it elsewhere', async () => {
    const footer = block('footer', { text: 'The Shop' });
    const reads = block('condition', { when: 'system.unsubscribe_url', is: 'present' }, { children: [text('News')] });
    const input = { blocks: [reads, footer], translations: { de: { [`${footer.id}.text`]: { text: 'Der Laden' } } } };
    const { html, text: plain } = await rendered(input, values.event, { locale: 'de' });
    expect(html).toMatch(/<a href="https:\/\/mail\.example\/unsubscribe\/t0ken\?a=1&amp;b=2"[^>]*>Abmelden<\/a>/);
    expect(plain).toContain('Abmelden: https://mail.example/unsubscribe/t0ken?a=1&b=2');
    expect((await rendered({ blocks: [footer] })).html).not.toContain('Unsubscribe');
  });

  it('show it once where the footer has it in its own text', async () => {
    const footer = block('footer', { text: '[Leave]({{ system.unsubscribe_url }})' });
    const { html } = await rendered({ blocks: [footer] });
    expect(html.match(/unsubscribe\/t0ken/g)).toHaveLength(1);
  });

  it('sanitise an html block and fill its tags', async () => {
    const { html, text: plain } = await rendered(
      {
        blocks: [
          block('html', {
            html:
              '<script>alert(1)</script><p onclick="x" style="color:red;background:url(https://x.example)">Hi {{ event.city }}</p>' +
              '<a href="javascript:alert(1)">bad</a><a href="{{ event.tracking_url }}">go</a>' +
              '<img src="https://shop.example/{{ event.code }}.png" alt="{{ event.city }}"><iframe src="https://x.example"></iframe>',
          }),
        ],
      },
      { city: '<b>"T"</b>', tracking_url: 'JAVASCRIPT:alert(1)', code: 'c 1' },
    );
    expect(html).toContain('<p style="color:red">Hi &lt;b&gt;&quot;T&quot;&lt;/b&gt;</p>');
    expect(html).toContain(
      '<a style="color:#1d4ed8" class="t-link">bad</a><a style="color:#1d4ed8" class="t-link">go</a>',
    );
    expect(html).toContain('<img src="https://shop.example/c%201.png" alt="&lt;b&gt;&quot;T&quot;&lt;/b&gt;"');
    expect(html).not.toMatch(/script>|javascript|onclick|iframe|url\(/i);
    expect(plain).toContain('Hi <b>"T"</b>');
  });
});
