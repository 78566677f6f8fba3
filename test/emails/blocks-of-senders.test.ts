import { describe, expect, it } from 'vitest';
import { block, rendered, values } from './sample.ts';

const logo = 'https://shop.example/logo.png';

describe('a header', () => {
  it('shows the name, or the logo with the name for readers without pictures', async () => {
    const name = '{{ system.workspace_name }}';
    expect((await rendered({ blocks: [block('header', { name })] })).html).toMatch(/<td[^>]*>The Shop<\/td>/);
    const { html, text } = await rendered({ blocks: [block('header', { name, logo, href: 'https://shop.example' })] });
    expect(html).toMatch(
      /<a href="https:\/\/shop\.example"[^>]*><img alt="The Shop" src="https:\/\/shop\.example\/logo\.png"/,
    );
    expect(text).toBe('The Shop (https://shop.example)\n');
  });

  it('has its links at the end of the line', async () => {
    const links = [{ label: 'Orders', href: 'https://shop.example/orders' }];
    const { html, text } = await rendered({ blocks: [block('header', { name: 'Shop', links })] });
    expect(html).toMatch(/<td[^>]* align="right"[^>]*><a href="https:\/\/shop\.example\/orders"/);
    expect(text).toBe('Shop\nOrders: https://shop.example/orders\n');
  });
});

describe('a picture for dark mode', () => {
  it('is shown instead of the other one where the screen is dark', async () => {
    const src = { src: logo, dark_src: 'https://shop.example/dark.png', alt: 'The Shop' };
    const { html } = await rendered({ blocks: [block('image', src)] });
    expect(html).toMatch(/<img class="t-text by-day" alt="The Shop" src="https:\/\/shop\.example\/logo\.png"/);
    expect(html).toMatch(
      /<span class="by-night" style="display:none;mso-hide:all"><img [^>]*src="https:\/\/shop\.example\/dark\.png"/,
    );
    expect(html).toContain('.by-day{display:none!important}.by-night{display:inline-block!important}');
  });
});

it('a picture is rounded like the frames of the theme, or a circle', async () => {
  const picture = async (attrs: Readonly<Record<string, unknown>>) => {
    const { html } = await rendered({ blocks: [block('image', { src: logo, ...attrs })], theme: { border_radius: 9 } });
    return /<img[^>]*style="([^"]*)"/.exec(html)?.[1];
  };
  expect(await picture({})).not.toContain('border-radius');
  expect(await picture({ shape: 'rounded' })).toContain('border-radius:9px');
  expect(await picture({ shape: 'circle' })).toMatch(/height:64px;max-width:64px;.*border-radius:50%/);
});

it('a text has a size, a weight and a colour, which is lighter on a dark screen', async () => {
  const attrs = { text: 'x', size: 'large', weight: 'semibold', text_color: '#7F1D1D' };
  const { html } = await rendered({ blocks: [block('text', attrs)] });
  expect(html).toMatch(/<p class="i-7f1d1d" style="font-size:18px;[^"]*color:#7F1D1D;[^"]*font-weight:600/);
  expect(html).toMatch(/\.i-7f1d1d\{color:#[0-9a-f]{6}!important\}/);
});

describe('the address of a button as text', () => {
  const fallback = { blocks: [block('fallback', { text: 'Copy this:', href: '{{ event.tracking_url }}' })] };

  it('is the link itself, and is left out of the text part, where the button shows it', async () => {
    const { html, text } = await rendered(fallback);
    expect(html).toMatch(/<a href="https:\/\/track\.example\/17"[^>]*>https:\/\/track\.example\/17<\/a>/);
    expect(text).toBe('\n');
  });

  it('is neither link nor text where it is not allowed', async () => {
    const { html } = await rendered(fallback, { ...values.event, tracking_url: 'javascript:alert(1)' });
    expect(html).not.toContain('javascript');
  });
});

it('a quote, an address, a coupon and links read well as text', async () => {
  const { text } = await rendered({
    blocks: [
      block('quote', { text: '{{ event.note }}', author: 'Ada' }),
      block('address', { label: 'Ships to', lines: 'Ada\n{{ event.city }}' }),
      block('coupon', { title: '15 % off', code: 'TEA15', terms: 'Until Friday' }),
      block('social', { links: [{ label: 'YouTube', href: 'https://video.example/shop' }] }),
    ],
  });
  expect(text).toBe(
    '"Ring twice"\n- Ada\n\nShips to\nAda\nTurin\n\n15 % off\n    TEA15\nUntil Friday\n\nYouTube: https://video.example/shop\n',
  );
});
