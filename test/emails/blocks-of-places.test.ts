/** Blocks that reach the edges of a mail, stand before a picture, or show where something is. */
import { describe, expect, it } from 'vitest';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { block, content, errorsOf, rendered, text } from './sample.ts';

const image = 'https://shop.example/harbour.jpg';
const sheet =
  /<td(?: class="side")? data-id="__react-email-column" style="(?:padding:([^;"]*);)?word-break:break-word"/g;
const paddings = (html: string) => [...html.matchAll(sheet)].map(([, padding]) => padding);

describe('a hero', () => {
  const hero = (more: object = {}) => block('hero', { image, title: 'Welcome', ...more });

  it('reaches the edges of the mail, and the blocks around it keep away from them', async () => {
    expect(paddings((await rendered({ blocks: [text('a'), text('b')] })).html)).toEqual(['32px 32px 16px']);
    const { html } = await rendered({ blocks: [text('a'), hero(), text('b'), text('c')] });
    // Words under the picture are as near to what follows as a paragraph to the next.
    expect(paddings(html)).toEqual(['32px 32px 16px', undefined, '0px 32px 16px']);
    for (const more of [{ title: '' }, { words: 'over' }]) {
      const alone = await rendered({ blocks: [text('a'), hero(more), text('b')] });
      expect(paddings(alone.html)).toEqual(['32px 32px 16px', undefined, '32px 32px 16px']);
    }
  });

  it('has the corners of the sheet where it stands in them', async () => {
    const corners = async (blocks: readonly CompositionBlock[]) => {
      const { html } = await rendered({ blocks, theme: { border_radius: 9 } });
      return (
        /<img[^>]*border-radius:([^;"]*)/.exec(html)?.[1] ?? /<td background[^>]*border-radius:([^;"]*)/.exec(html)?.[1]
      );
    };
    expect(await corners([hero(), text('a')])).toBe('9px 9px 0 0');
    expect(await corners([text('a'), hero(), text('b')])).toBe('0 0 0 0');
    expect(await corners([text('a'), hero({ title: '' })])).toBe('0 0 9px 9px');
    expect(await corners([text('a'), hero({ words: 'over' })])).toBe('0 0 9px 9px');
  });

  it('is as wide as its place inside another block', async () => {
    const { html } = await rendered({ blocks: [block('section', {}, { children: [hero({ words: 'over' })] })] });
    expect(paddings(html)).toEqual(['32px 32px 16px']);
    expect(html).toMatch(/<td background="https:\/\/shop\.example\/harbour\.jpg"[^>]*border-radius:6px/);
  });

  it('has words over the picture in colours of their own, in light and in dark', async () => {
    const over = hero({
      words: 'over',
      text: 'Tea',
      label: 'Go',
      href: image,
      words_color: '#fefefe',
      backdrop_color: '#101010',
    });
    const { html, text: plain } = await rendered({ blocks: [over] });
    expect(html).toMatch(/<td background="[^"]*" align="left"[^>]* height="320"[^>]*background-color:#101010/);
    expect(html).toMatch(/<h1 class="title" style="color:#fefefe/);
    expect(html).toMatch(/<a href="[^"]*" style="[^"]*color:#101010[^"]*background-color:#fefefe/);
    expect(html).not.toMatch(/<(?:h1|p|a) [^>]*class="t-/);
    expect(plain).toBe(`Welcome\n\nTea\n\nGo: ${image}\n`);
  });

  it('has no picture where its address is not allowed', async () => {
    const over = hero({ words: 'over', image: '{{ event.note }}' });
    const { html } = await rendered({ blocks: [over] }, { note: 'javascript:alert(1)' });
    expect(html).not.toContain('background="');
    const quoted = await rendered({ blocks: [over] }, { note: 'https://x.example/"><script>);color:red' });
    expect(quoted.html).toContain('background="https://x.example/%22%3E%3Cscript%3E);color:red"');
  });

  it('refuses a button without a target, and a picture for dark mode behind words', () => {
    const path = 'composition.document.blocks.0.attrs';
    expect(errorsOf(content({ blocks: [hero({ label: 'Go' })] }))).toHaveProperty([`${path}.label`]);
    const dark = hero({ words: 'over', dark_image: image });
    expect(errorsOf(content({ blocks: [dark] }))).toHaveProperty([`${path}.dark_image`]);
  });
});

describe('a section with a picture', () => {
  const section = (attrs: Readonly<Record<string, unknown>>) => block('section', attrs, { children: [text('Words')] });

  it('has a colour in its place, and on dark screens, where the words turn light', async () => {
    const { html } = await rendered({ blocks: [section({ background_image: image, background_color: '#fde68a' })] });
    expect(html).toMatch(
      /<td background="[^"]*" class="b-fde68a day-picture"[^>]*background-color:#fde68a;background-position:center/,
    );
    expect(html).toMatch(/prefers-color-scheme:dark\)\{.*\.day-picture\{background-image:none!important\}/);
    const ground = await rendered({ blocks: [section({ background_image: image })] });
    expect(ground.html).toContain('background-color:#f4f4f5;background-position');
  });

  it('alone brings its rule along', async () => {
    expect((await rendered({ blocks: [section({ tinted: true })] })).html).not.toContain('day-picture');
  });
});

it('a spacer has another height on narrow screens, said once for each height', async () => {
  const blocks = [8, 8, 0].map((mobile_height) => block('spacer', { height: 40, mobile_height }));
  const { html } = await rendered({ blocks });
  expect(html.match(/\.h-8\{font-size:0!important;height:8px!important;line-height:8px!important\}/g)).toHaveLength(1);
  expect(html).toMatch(/max-width:519px\)\{[^@]*\.h-0\{font-size:0!important;height:0px!important/);
  expect(html).toMatch(/<td class="h-8" height="40"/);
  expect((await rendered({ blocks: [block('spacer', { height: 40 })] })).html).not.toContain('.h-');
});

it('a map leads to the place, and its address is read without it', async () => {
  const map = block('map', { image, alt: 'Map', href: image, name: 'Shop', address: 'Harbour 1\n{{ event.city }}' });
  const { html, text: plain } = await rendered({ blocks: [map] });
  expect(html).toMatch(/<a href="[^"]*"[^>]*><img [^>]*alt="Map"/);
  expect(html).toContain('Harbour 1<br/>Turin');
  expect(plain).toBe(`Shop (${image})\nHarbour 1\nTurin\n`);
});
