import { Column, Img, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, programSlot, slot } from '../block.ts';
import { pixels } from '../theme.ts';
import { colonOf } from '../words.ts';
import { align, altType, requiredText, sideOf } from './attributes.ts';

export const qr = defineBlock({
  type: 'qr',
  purpose: 'A QR code that the mail brings along as a picture, such as that of a ticket.',
  holds: 'nothing',
  attrs: z.strictObject({
    content: requiredText.describe('Link or number in the code, of up to 300 bytes; a longer one makes no code.'),
    alt: requiredText.describe('Words for readers who do not see the code, such as Your ticket.'),
    image_size: pixels(120, 320)
      .default(176)
      .describe('Width and height of the code with its white border, in pixels.'),
    align,
  }),
  texts: ({ content, alt }) => [
    isLink(content) ? slot('href', 'content', content) : programSlot('content', content),
    slot('plain', 'alt', alt),
  ],
  component: ({ attrs, look, write }) => (
    <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
      <Column align={sideOf(attrs.align, look.direction)}>
        <Img
          src={write.code('content')}
          alt={write.attribute('alt')}
          width={attrs.image_size}
          height={attrs.image_size}
          // A code is read on white alone, whatever the screen is.
          style={{
            ...altType(look),
            backgroundColor: '#ffffff',
            borderRadius: `${look.theme.border_radius}px`,
            // On that white, too.
            color: '#18181b',
            display: 'inline-block',
            height: 'auto',
            maxWidth: `${attrs.image_size}px`,
            width: '100%',
          }}
        />
      </Column>
    </Row>
  ),
  plain: ({ attrs, look, speak }) => [
    ...speak.text('alt'),
    ...(isLink(attrs.content)
      ? speak.link('content', colonOf(look.locale))
      : [colonOf(look.locale), ...speak.text('content')]),
    '\n\n',
  ],
  example: {
    id: 'qr-1',
    type: 'qr',
    attrs: {
      content: 'https://shop.example/collect/{{ event.order_number }}',
      alt: 'Code for collecting order {{ event.order_number }}',
      align: 'center',
    },
  },
});

/** A code that begins with a value is what that value is. */
function isLink(content: string): boolean {
  return /^\s*(?:https?:\/\/|mailto:|tel:)/i.test(content);
}
