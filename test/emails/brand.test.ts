/** What a brand gives to a template: texts under `brand.`, and the look of a theme that asks for it. */
import { describe, expect, it } from 'vitest';
import { checkBrand } from '../../emails/check/brand-faults.ts';
import { checkTemplate } from '../../emails/check/check-template.ts';
import { compileTemplate } from '../../emails/compile/compile.tsx';
import type { Brand } from '../../emails/document/brand.ts';
import { fellBackTags, renderTemplate } from '../../emails/render/render.ts';
import { sampleValues } from '../../emails/render/sample-values.ts';

type Fields = Readonly<Record<string, unknown>>;

const acme: Brand = {
  name: 'Acme & Söhne',
  logo_url: 'https://acme.example/logo.png',
  colors: { primary: '#0f766e', link: '#0d5c56', text: '#102a27' },
  dark_colors: { surface: '#0b1514', link: '#5eead4' },
  font_family: 'Avenir, sans-serif',
  border_radius: 3,
  address: 'Hauptstrasse 1\n10115 Berlin',
  social_links: [
    { name: 'Mastodon', url: 'https://social.example/@acme' },
    { name: 'YouTube', url: 'https://video.example/acme' },
  ],
  legal_line: 'HRB 1234',
};

function contentOf(blocks: readonly Fields[], theme: Fields = {}, subject = 'News') {
  return {
    subject,
    locale: 'en',
    composition: { editorVersion: 3, target: 'email', document: { theme, blocks } },
  };
}

function checked(content: unknown) {
  const result = checkTemplate(content, { fields: [], attributes: [] });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result;
}

async function mailOf(content: unknown, brand: Brand | null) {
  const compiled = await compileTemplate(checked(content).content, 'en', brand);
  const options = { locale: 'en', timezone: 'UTC', fallbacks: {} };
  const values = sampleValues([], []);
  return { ...renderTemplate(compiled, values, options), noted: fellBackTags(compiled, values, options) };
}

const text = (id: string, written: string) => ({ id, type: 'text', attrs: { text: written } });
const button = { id: 'go', type: 'button', attrs: { label: 'Go', href: 'https://acme.example' } };

describe('tags', () => {
  const blocks = [
    { id: 'logo', type: 'image', attrs: { src: '{{ brand.logo_url }}', alt: '{{ brand.name }}' } },
    text('print', '{{ brand.address }} {{ brand.legal_line | upper }}'),
    {
      id: 'each',
      type: 'repeat',
      attrs: { each: 'brand.social_links', as: 'page' },
      children: [text('page', '[{{ page.name }}]({{ page.url }})')],
    },
    {
      id: 'help',
      type: 'condition',
      attrs: { when: 'brand.support_url', is: 'present' },
      children: [text('ask', 'Ask us')],
    },
  ];
  const content = contentOf(blocks, {}, 'News of {{ brand.name }}');

  it('are read from the brand, in every part of the mail', async () => {
    const { subject, html, text: plain, fellBack } = await mailOf(content, acme);
    expect(subject).toBe('News of Acme & Söhne');
    expect(html).toContain('src="https://acme.example/logo.png"');
    expect(html).toContain('alt="Acme &amp; Söhne"');
    expect(html).toContain('Hauptstrasse 1<br/>10115 Berlin');
    expect(html).toContain('href="https://video.example/acme"');
    expect(html).not.toContain('Ask us');
    expect(plain).toContain('HRB 1234');
    expect(plain).toContain('https://social.example/@acme');
    expect(fellBack).toEqual([]);
  });

  it('show the one logo in dark mode too, where there is no other', async () => {
    const attrs = { name: '{{ brand.name }}', logo: '{{ brand.logo_url }}', dark_logo: '{{ brand.dark_logo_url }}' };
    const { html, fellBack } = await mailOf(contentOf([{ id: 'top', type: 'header', attrs }]), acme);
    expect(html.split('src="https://acme.example/logo.png"')).toHaveLength(3);
    expect(fellBack).toEqual([]);
    const dark_logo_url = 'https://acme.example/dark.png';
    const both = await mailOf(contentOf([{ id: 'top', type: 'header', attrs }]), { ...acme, dark_logo_url });
    expect(both.html).toContain(`src="${dark_logo_url}"`);
  });

  it('have no value without a brand, and are told as such', async () => {
    const { subject, html, fellBack, noted } = await mailOf(content, null);
    expect(subject).toBe('News of');
    expect(html).not.toContain('Mastodon');
    expect(fellBack).toEqual(noted);
    expect(fellBack).toContain('brand.name');
  });

  it('are among the variables of a template, and absent where it reads none', () => {
    expect(checked(content).variables.brand).toEqual([
      'address',
      'legal_line',
      'logo_url',
      'name',
      'social_links',
      'social_links.name',
      'social_links.url',
      'support_url',
    ]);
    expect(checked(contentOf([text('a', 'x')])).variables).toEqual({ event: [], contact: [], system: [] });
  });

  it('are suggested where they are misspelt, and known by their shape', () => {
    const faults = (written: string) => {
      const result = checkTemplate(contentOf([text('a', written)]), { fields: [], attributes: [] });
      return result.ok ? null : result.errors['composition.document.blocks.0.attrs.text'];
    };
    expect(faults('{{ brand.logo_ulr }}')).toEqual([
      'Unknown variable `brand.logo_ulr`. Did you mean `brand.logo_url`?',
    ]);
    expect(faults('{{ brnad.legal_line }}')).toEqual([
      'Unknown variable `brnad.legal_line`. Did you mean `brand.legal_line`?',
    ]);
    expect(faults('{{ item.name }}')).toEqual(['Unknown variable `item.name`.']);
    expect(faults('{{ brand.social_links }}')).toEqual(['`brand.social_links` is a list, which is no text.']);
  });

  it('leave the name to the items of older templates', async () => {
    const fields = [
      {
        name: 'brands',
        type: 'list',
        required: true,
        fallback: null,
        fields: [{ name: 'name', type: 'string', required: true, fallback: null }],
      },
    ] as const;
    const older = contentOf([
      {
        id: 'r',
        type: 'repeat',
        attrs: { each: 'event.brands', as: 'brand' },
        children: [text('t', '{{ brand.name }}')],
      },
    ]);
    const result = checkTemplate(older, { fields, attributes: [] });
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const compiled = await compileTemplate(result.content, 'en', acme);
    const values = { ...sampleValues([], []), event: { brands: [{ name: 'Oslo' }] } };
    const { text: plain } = renderTemplate(compiled, values, { locale: 'en', timezone: 'UTC', fallbacks: {} });
    expect(plain.trim()).toBe('Oslo');
  });
});

describe('a theme', () => {
  const blocks = [text('a', 'See [us](https://acme.example)'), button];

  it('without `brand` is the same mail with a brand and without', async () => {
    for (const theme of [{}, { look: 'warm' }, { brand: false }]) {
      expect((await mailOf(contentOf(blocks, theme), acme)).html).toBe(
        (await mailOf(contentOf(blocks, theme), null)).html,
      );
    }
  });

  it('with `brand` is the same mail as before on a platform without a brand', async () => {
    for (const theme of [{}, { look: 'warm' }]) {
      const asking = await mailOf(contentOf(blocks, { ...theme, brand: true }), null);
      expect(asking.html).toBe((await mailOf(contentOf(blocks, theme), null)).html);
    }
  });

  it('takes what it does not name itself, before its look', async () => {
    const { html } = await mailOf(contentOf(blocks, { look: 'bold', brand: true, text_color: '#000000' }), acme);
    expect(html).toContain('font-family:Avenir, sans-serif');
    expect(html).toContain('background-color:#0f766e');
    expect(html).toMatch(/<a[^>]*border-radius:3px/);
    expect(html).toContain('color:#000000');
    expect(html).not.toContain('#102a27');
    // What the brand leaves out is that of the look.
    expect(html).toContain('background-color:#ece6fa');
  });

  it('keeps the two colours of a button together', async () => {
    const { html } = await mailOf(contentOf(blocks, { brand: true, on_primary_color: '#ffff00' }), acme);
    expect(html).toContain('background-color:#1d4ed8');
  });

  it('has the dark colours of the brand, and makes the others', async () => {
    const { html } = await mailOf(contentOf(blocks, { brand: true }), acme);
    expect(html).toContain('.t-surface{background-color:#0b1514!important}');
    expect(html).toContain('.t-link{color:#5eead4!important}');
    const own = await mailOf(contentOf(blocks, { brand: true, link_color: '#0000aa' }), acme);
    expect(own.html).not.toContain('#5eead4');
  });

  it('writes a secondary button in the colour of links where its own could not be read', async () => {
    const secondary = { ...button, attrs: { ...button.attrs, variant: 'secondary' } };
    const pale: Brand = { name: 'Pale', colors: { primary: '#d97706', on_primary: '#000000' } };
    const { html } = await mailOf(contentOf([secondary], { brand: true }), pale);
    expect(html).toContain('border:1px solid #d97706');
    expect(html).not.toMatch(/[^-]color:#d97706/);
  });
});

describe('a brand is checked', () => {
  const faults = (brand: unknown) => {
    const result = checkBrand(brand);
    return result.ok ? {} : result.errors;
  };

  it('and taken with a name alone', () => {
    expect(faults({ name: 'Acme' })).toEqual({});
    expect(faults(acme)).toEqual({});
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'a\u0000' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ name: 'A', logo_url: 'http://acme.example/a.png' }, 'logo_url'],
    [{ name: 'A', logo_url: 'https://user:pass@acme.example' }, 'logo_url'],
    [{ name: 'A', logo_url: 'https://acme.example/a b' }, 'logo_url'],
    [{ name: 'A', support_url: 'javascript:alert(1)' }, 'support_url'],
    [{ name: 'A', support_url: 'mailto:nobody' }, 'support_url'],
    [
      { name: 'A', social_links: Array.from({ length: 9 }, () => ({ name: 'x', url: 'https://a.example' })) },
      'social_links',
    ],
    [{ name: 'A', social_links: [{ name: 'x', url: 'a.example' }] }, 'social_links.0.url'],
    [{ name: 'A', colors: { text: 'black' } }, 'colors.text'],
    [{ name: 'A', font_family: 'a; b' }, 'font_family'],
    [{ name: 'A', border_radius: 101 }, 'border_radius'],
  ])('%j has its fault under %s', (brand, path) => {
    expect(Object.keys(faults(brand))).toEqual([path]);
  });

  it('for what can be read in light mode, with the colours of each look', () => {
    expect(faults({ name: 'A', colors: { text: '#bbbbbb' } })['colors.text']?.[0]).toMatch(
      /^text #bbbbbb on background #ece6fa of the look bold has a contrast of 1\.\d\d; 4\.5 is needed$/,
    );
    expect(Object.keys(faults({ name: 'A', colors: { surface: '#777777' } }))).toEqual(['colors.surface']);
    expect(faults({ name: 'A', colors: { primary: '#ffcc00' } })['colors.primary']).toHaveLength(1);
    // Enough for the letters on it, too little for the button itself.
    expect(faults({ name: 'A', colors: { primary: '#ffcc00', on_primary: '#000000' } })['colors.primary']?.[0]).toMatch(
      /primary #ffcc00 on surface #\w{6} of .+ has a contrast of 1\.\d\d; 3 is needed/,
    );
  });

  it('and in dark mode, given or made', () => {
    expect(Object.keys(faults({ name: 'A', dark_colors: { text: '#333333' } }))).toEqual(['dark_colors.text']);
    expect(Object.keys(faults({ name: 'A', dark_colors: { surface: '#ffffff' } }))).toEqual(['dark_colors.surface']);
    const made = faults({ name: 'A', colors: { surface: '#ffe8e8', background: '#ffe8e8', link: '#b00000' } });
    for (const [path, [fault]] of Object.entries(made)) expect(fault).toMatch(new RegExp(`give dark_${path}$`));
  });
});
