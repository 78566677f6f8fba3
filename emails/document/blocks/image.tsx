import { Column, Img, Link, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { pixels } from '../theme.ts';
import { align, requiredText, sideOf, text } from './attributes.ts';

export const image = defineBlock({
  type: 'image',
  purpose: 'A picture, with a link if wanted.',
  holds: 'nothing',
  attrs: z.strictObject({
    src: requiredText.describe('Address of the picture, https.'),
    alt: text.default('').describe('Words for readers who do not see the picture; empty for decoration.'),
    width: pixels(1, 800)
      .optional()
      .describe('Width in pixels; a picture never grows wider than its place. Default: its own width.'),
    href: requiredText.optional().describe('Target of a link on the picture; none by default.'),
    align,
  }),
  texts: ({ src, alt, href }) => [
    ...(href === undefined ? [] : [slot('href', 'href', href)]),
    slot('src', 'src', src),
    slot('plain', 'alt', alt),
  ],
  component: ({ attrs, look, write }) => {
    const picture = (
      <Img
        src={write.link('src')}
        alt={write.attribute('alt')}
        width={attrs.width}
        style={{ display: 'inline-block', height: 'auto', maxWidth: '100%' }}
      />
    );
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
