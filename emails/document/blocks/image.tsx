import { Column, Img, Link, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { pixels } from '../theme.ts';
import { align, requiredText, sideOf, text } from './attributes.ts';

export const image = defineBlock({
  type: 'image',
  holds: 'nothing',
  attrs: z.strictObject({
    src: requiredText,
    /** Empty for a decorative image, which screen readers skip. */
    alt: text.default(''),
    /** Pixels; an image never grows wider than its place. */
    width: pixels(1, 800).optional(),
    href: requiredText.optional(),
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
