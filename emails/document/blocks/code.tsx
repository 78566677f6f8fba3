import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { backgroundClass, requiredText, typeOf } from './attributes.ts';

/** Times the font size of the text: people read a code from afar and type it by hand. */
const SCALE = 1.75;
const FAMILY = 'Menlo, Consolas, Courier New, monospace';

export const code = defineBlock({
  type: 'code',
  purpose: 'A one-time code in large letters.',
  holds: 'nothing',
  attrs: z.strictObject({ text: requiredText.describe('The code, usually one merge tag.') }),
  texts: ({ text }) => [slot('plain', 'text', text)],
  component: ({ look, write }) => (
    <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
      <Column
        align="center"
        // Codes run from left to right in every script.
        dir="ltr"
        className={`t-text ${backgroundClass(look.theme.background_color)}`}
        style={{
          ...typeOf(look, Math.round(look.theme.font_size * SCALE)),
          backgroundColor: look.theme.background_color,
          borderRadius: `${look.theme.border_radius}px`,
          fontFamily: FAMILY,
          fontWeight: 700,
          letterSpacing: '4px',
          padding: `${look.theme.spacing}px`,
        }}
      >
        {write.text('text')}
      </Column>
    </Row>
  ),
  plain: ({ speak }) => ['    ', ...speak.text('text'), '\n\n'],
  example: { id: 'code-1', type: 'code', attrs: { text: '{{ event.code }}' } },
});
