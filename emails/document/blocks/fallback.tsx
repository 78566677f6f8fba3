import { Link, Text } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { typeSize } from '../scale.ts';
import { mutedType, requiredText, sideOf } from './attributes.ts';

export const fallback = defineBlock({
  type: 'fallback',
  purpose: 'The address of a button as text, for readers whose button does not work.',
  holds: 'nothing',
  attrs: z.strictObject({
    text: requiredText.describe('Words before the address.'),
    href: requiredText.describe('Target of the button above: http or https.'),
  }),
  texts: ({ text, href }) => [slot('href', 'href', href), slot('inline', 'text', text)],
  component: ({ look, write }) => (
    <Text
      className="t-muted"
      style={{
        ...mutedType(look, typeSize(look.theme.font_size, 'small')),
        margin: `0 0 ${look.theme.spacing}px`,
        textAlign: sideOf('start', look.direction),
      }}
    >
      {write.text('text')}
      <br />
      <Link
        href={write.link('href')}
        className="t-link"
        // Addresses run from left to right in every script.
        dir="ltr"
        style={{ color: look.theme.link_color, textDecoration: 'underline', wordBreak: 'break-all' }}
      >
        {write.link('href')}
      </Link>
    </Text>
  ),
  // In the text part the address already stands beside the words of its button.
  plain: () => [],
  example: {
    id: 'fallback-1',
    type: 'fallback',
    attrs: {
      text: 'If the button doesn’t work, paste this link into your browser:',
      href: 'https://shop.example/orders/{{ event.order_number }}',
    },
  },
});
