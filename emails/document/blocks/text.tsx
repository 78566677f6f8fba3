import { Text } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { typeSize } from '../scale.ts';
import { color } from '../theme.ts';
import { align, inkClass, requiredText, sideOf, typeOf } from './attributes.ts';

const WEIGHT = { semibold: 600, bold: 700 } as const;

export const text = defineBlock({
  type: 'text',
  purpose: 'A paragraph, with **bold**, _italic_ and [links](https://example.com).',
  holds: 'nothing',
  attrs: z.strictObject({
    text: requiredText.describe('Words of the paragraph; marks and line breaks are kept.'),
    align,
    size: z
      .enum(['small', 'normal', 'large'])
      .default('normal')
      .describe('Size of the letters: 14, 16 or 18 pixels where running text has 16.'),
    weight: z
      .enum(['regular', 'semibold', 'bold'])
      .default('regular')
      .describe('Strength of the letters: 400, 600 or 700.'),
    text_color: color.optional().describe('Colour of the text; that of the theme by default.'),
    muted: z.boolean().default(false).describe('Whether the text has the muted colour of the theme.'),
  }),
  texts: (attrs) => [slot('inline', 'text', attrs.text)],
  component: ({ attrs, look, write }) => (
    <Text
      className={attrs.text_color ? inkClass(attrs.text_color) : attrs.muted ? 't-muted' : 't-text'}
      style={{
        ...typeOf(look, typeSize(look.theme.font_size, attrs.size)),
        ...(attrs.muted && { color: look.theme.muted_color }),
        ...(attrs.text_color && { color: attrs.text_color }),
        ...(attrs.weight !== 'regular' && { fontWeight: WEIGHT[attrs.weight] }),
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
