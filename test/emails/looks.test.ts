import { describe, expect, it } from 'vitest';
import { lookNames } from '../../emails/document/looks.ts';
import {
  buttonInTheDark,
  contrastOf,
  inTheDark,
  type Theme,
  themeOf,
  themeSchema,
} from '../../emails/document/theme.ts';
import { block, rendered, text } from './sample.ts';

/** Ratios of contrast (WCAG 2.2, 1.4.3). */
const forText = 4.5;
const forLargeText = 3;

interface Colors {
  readonly papers: readonly string[];
  readonly inks: readonly string[];
  readonly accent: string;
  readonly button: { readonly paper: string; readonly ink: string };
}

/** What a reader sees: papers are the ground, which tinted sections have too, and the sheet. */
function colorsOf(theme: Theme, scheme: 'light' | 'dark'): Colors {
  const papers = [theme.background_color, theme.surface_color];
  const inks = [theme.text_color, theme.muted_color, theme.link_color];
  const own = { paper: theme.primary_color, ink: theme.on_primary_color };
  if (scheme === 'light') return { papers, inks, accent: theme.primary_color, button: own };
  return {
    papers: papers.map((color) => inTheDark(color, 'paper')),
    inks: inks.map((color) => inTheDark(color, 'ink')),
    accent: inTheDark(theme.primary_color, 'ink'),
    button: buttonInTheDark(theme) ?? own,
  };
}

const shown = lookNames.flatMap((look) => (['light', 'dark'] as const).map((scheme) => ({ look, scheme })));

describe.each(shown)('the look $look, $scheme', ({ look, scheme }) => {
  const { papers, inks, accent, button } = colorsOf(themeOf({ look }), scheme);

  it('has text that can be read on every paper', () => {
    for (const paper of papers) {
      for (const ink of inks) {
        expect(contrastOf(ink, paper), `${ink} on ${paper}`).toBeGreaterThanOrEqual(forText);
      }
    }
  });

  it('has buttons that can be read and be seen, and lines that stand out', () => {
    expect(contrastOf(button.ink, button.paper)).toBeGreaterThanOrEqual(forText);
    expect(contrastOf(button.paper, papers[1] ?? '')).toBeGreaterThanOrEqual(3);
    expect(contrastOf(accent, papers[1] ?? '')).toBeGreaterThanOrEqual(forLargeText);
  });
});

it('contrast is that of the recommendation', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#fff', '#767676')).toBeCloseTo(4.54, 2);
});

describe('a theme', () => {
  it('without a look has the defaults that stored templates were saved with', () => {
    const { look, ...theme } = themeOf({});
    expect(look).toBeUndefined();
    expect(theme).toMatchObject({
      background_color: '#f4f4f5',
      surface_color: '#ffffff',
      text_color: '#18181b',
      muted_color: '#62626b',
      link_color: '#1d4ed8',
      primary_color: '#1d4ed8',
      border_radius: 6,
      spacing: 16,
    });
    expect(themeOf()).toEqual(themeSchema.parse({}));
  });

  it('has its own values before those of its look', () => {
    const { primary_color, heading_font_family } = themeOf({ look: 'warm', primary_color: '#0f766e' });
    expect(primary_color).toBe('#0f766e');
    expect(heading_font_family).toContain('Georgia');
  });

  it('shows in headings, buttons and frames', async () => {
    const blocks = [block('heading', { text: 'News' }), block('button', { label: 'Go', href: 'https://shop.example' })];
    const warm = (await rendered({ blocks, theme: { look: 'warm' } })).html;
    expect(warm).toMatch(/<h1[^>]*font-family:Georgia/);
    const bold = (await rendered({ blocks, theme: { look: 'bold' } })).html;
    expect(bold).toMatch(/<h1[^>]*font-weight:800/);
    expect(bold).toMatch(/<a[^>]*border-radius:40px/);
  });

  it('gives a button other colours on a dark screen only where it would sink into the sheet', async () => {
    const blocks = [block('button', { label: 'Go', href: 'https://shop.example' })];
    expect((await rendered({ blocks, theme: { look: 'plain' } })).html).toContain('.t-button{background-color:');
    expect((await rendered({ blocks, theme: { primary_color: '#3b82f6' } })).html).not.toContain('.t-button{');
  });

  it('shows a panel on a tint in the colour of the sheet, and the boxes on it in that of the tint', async () => {
    const code = block('code', { text: '{{ event.code }}', boxed: true });
    const on = async (tinted: boolean) =>
      (await rendered({ blocks: [block('section', { tinted }, { children: [code] })], theme: { look: 'warm' } })).html;
    expect(await on(true)).toMatch(/dir="ltr"[^>]*class="t-text t-surface"/);
    expect(await on(true)).toContain('<span class="b-f5efe6 t-rule"');
    expect(await on(false)).toMatch(/dir="ltr"[^>]*class="t-text b-f5efe6"/);
    expect(await on(false)).toContain('<span class="t-surface t-rule"');
  });

  it('has hairlines of its own tone', async () => {
    const line = async (look?: string) =>
      (await rendered({ blocks: [block('divider')], theme: look === undefined ? {} : { look } })).html;
    expect(await line()).toContain('1px solid #d4d4d8');
    expect(await line('plain')).toContain('1px solid #d4d4d8');
    expect(await line('warm')).toContain('1px solid #dfd3c3');
    expect(await line('bold')).toContain('1px solid #d9d0ee');
  });

  it('gives a heading inside a mail more space above than below, and none above at the start of its place', async () => {
    const title = (id: string) => ({ ...block('heading', { text: 'More', level: 2 }), id });
    const blocks = [title('a'), text('x'), title('b'), block('section', { tinted: true }, { children: [title('c')] })];
    const { html } = await rendered({ blocks, theme: { look: 'plain' } });
    const margins = [...html.matchAll(/<h2[^>]*margin:(\d+)px 0 (\d+)px/g)].map(([, ...px]) => px);
    expect(margins).toEqual([
      ['0', '8'],
      ['32', '8'],
      ['0', '8'],
    ]);
  });

  it('has links in markup of the author in its own colour, unless they have one', async () => {
    const words = (markup: string) => rendered({ blocks: [block('html', { html: markup })], theme: { look: 'warm' } });
    const { html } = await words('<a href="https://shop.example">x</a>');
    expect(html).toContain('<a href="https://shop.example" style="color:#9a3b12" class="t-link">x</a>');
    const own = '<a href="https://shop.example" style="color:#b91c1c">x</a>';
    expect((await words(own)).html).toContain(own);
  });

  it('fills the place of a picture under words with its own colour, and lifts a black one out of a dark sheet', async () => {
    const hero = block('hero', { image: 'https://shop.example/a.png', words: 'over', title: 'News' });
    const bold = (await rendered({ blocks: [hero], theme: { look: 'bold' } })).html;
    expect(bold).toContain('background-color:#5b21b6;background-position');
    expect(bold).not.toContain('class="side lifted"');
    expect((await rendered({ blocks: [hero], theme: { look: 'plain' } })).html).toContain('class="side lifted"');
    expect((await rendered({ blocks: [hero] })).html).toContain('background-color:#18181b;background-position');
  });

  it('tints a section that has no colour of its own', async () => {
    const section = (attrs: Readonly<Record<string, unknown>>) =>
      rendered({ blocks: [block('section', attrs, { children: [text('x')] })], theme: { look: 'warm' } });
    expect((await section({ tinted: true })).html).toContain('class="b-f5efe6"');
    const own = (await section({ tinted: true, background_color: '#eeeeee' })).html;
    expect(own).toContain('class="b-eeeeee"');
    expect(own).not.toContain('class="b-f5efe6"');
  });
});
