import { Text } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { align, requiredText, sideOf, typeOf } from './attributes.ts';

export const text = defineBlock({
  type: 'text',
  purpose: 'A paragraph, with **bold**, _italic_ and [links](https://example.com).',
  holds: 'nothing',
  attrs: z.strictObject({
    text: requiredText.describe('Words of the paragraph; marks and line breaks are kept.'),
    align,
    muted: z.boolean().default(false).describe('Whether the text has the muted colour of the theme.'),
  }),
  texts: (attrs) => [slot('inline', 'text', attrs.text)],
  component: ({ attrs, look, write }) => (
    <Text
      className={attrs.muted ? 't-muted' : 't-text'}
      style={{
        ...typeOf(look),
        ...(attrs.muted && { color: look.theme.muted_color }),
        margin: `0 0 ${look.theme.spacing}px`,
        textAlign: sideOf(attrs.align, look.direction),
      }}
    >
      {write.text('text')}
    </Text>
  ),
  plain: ({ speak }) => [...speak.text('text'), '\n\n'],
  example: {
    id: 'text-1',
    type: 'text',
    attrs: { text: 'Your order **{{ event.order_number }}** is on its way. [Follow it]({{ event.tracking_url }}).' },
  },
});
