import { Column, Img, Link, Row } from '@react-email/components';
import type { CSSProperties } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { pixels } from '../theme.ts';
import { align, altType, classesOf, requiredText, sideOf, text } from './attributes.ts';
import { byScheme } from './by-scheme.tsx';

export const image = defineBlock({
  type: 'image',
  purpose: 'A picture, with a link if wanted.',
  holds: 'nothing',
  attrs: z.strictObject({
    src: requiredText.describe('Address of the picture, https; or cid: and the content_id of an attachment.'),
    dark_src: requiredText.optional().describe('Address of the picture for dark mode, https; the same one by default.'),
    alt: text.default('').describe('Words for readers who do not see the picture; empty for decoration.'),
    width: pixels(1, 800)
      .optional()
      .describe('Width in pixels; a picture never grows wider than its place. Default: its own width.'),
    href: requiredText.optional().describe('Target of a link on the picture; none by default.'),
    shape: z
      .enum(['square', 'rounded', 'circle'])
      .default('square')
      .describe('Corners of the picture; a circle wants a square picture, at most 160 pixels wide, 64 by default.'),
    align,
  }),
  texts: ({ src, dark_src, alt, href }) => [
    ...(href === undefined ? [] : [slot('href', 'href', href)]),
    slot('src', 'src', src),
    ...(dark_src === undefined ? [] : [slot('src', 'dark_src', dark_src)]),
    slot('plain', 'alt', alt),
  ],
  component: ({ attrs, look, write }) => {
    const width = attrs.shape === 'circle' ? Math.min(attrs.width ?? CIRCLE, LARGEST_CIRCLE) : attrs.width;
    const picture = byScheme(attrs.dark_src !== undefined, (scheme) => (
      <Img
        src={write.link(scheme.isDark ? 'dark_src' : 'src')}
        alt={write.attribute('alt')}
        width={width}
        className={classesOf(attrs.href === undefined ? 't-text' : 't-link', scheme.className)}
        style={{
          ...altType(look),
          ...(attrs.href !== undefined && { color: look.theme.link_color }),
          display: 'inline-block',
          height: 'auto',
          // A picture that is not loaded is as wide as its style says: a share of its place. Outlook reads the attribute.
          ...(width === undefined ? { maxWidth: '100%' } : { maxWidth: `${width}px`, width: '100%' }),
          ...cornersOf(attrs.shape, width, look),
        }}
      />
    ));
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
        <Column align={sideOf(attrs.align, look.direction)}>
          {attrs.href === undefined ? picture : <Link href={write.link('href')}>{picture}</Link>}
        </Column>
      </Row>
    );
  },
  plain: ({ attrs, speak }) => [
    ...speak.text('alt'),
    ...(attrs.href === undefined ? [] : speak.link('href', ' (', ')')),
    '\n\n',
  ],
  example: {
    id: 'image-1',
    type: 'image',
    attrs: {
      src: 'https://shop.example/images/parcel.png',
      alt: 'A parcel for {{ event.customer_name }}',
      width: 240,
      href: '{{ event.tracking_url }}',
      align: 'center',
    },
  },
});

/** Pixels: the width of a circle that names none, and one that every place has. */
const CIRCLE = 64;
const LARGEST_CIRCLE = 160;

function cornersOf(shape: 'square' | 'rounded' | 'circle', width: number | undefined, { theme }: Look): CSSProperties {
  switch (shape) {
    case 'square':
      return {};
    case 'rounded':
      return { borderRadius: `${theme.border_radius}px` };
    case 'circle':
      // Where the picture is not loaded, its words stand in the middle: the circle cuts them off elsewhere.
      return { borderRadius: '50%', height: `${width}px`, lineHeight: `${width}px`, textAlign: 'center' };
  }
}
