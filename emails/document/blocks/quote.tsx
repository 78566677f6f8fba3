import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { SPACE, typeSize } from '../scale.ts';
import { mutedType, requiredText, sideOf, text, typeOf } from './attributes.ts';

export const quote = defineBlock({
  type: 'quote',
  purpose: 'Words of somebody else, with the name below them.',
  holds: 'nothing',
  attrs: z.strictObject({
    text: requiredText.describe('Words that are quoted; line breaks of values are kept.'),
    author: text.default('').describe('Name below the words; none by default.'),
  }),
  texts: ({ text, author }) => [slot('inline', 'text', text), slot('plain', 'author', author)],
  component: ({ attrs, look, write }) => {
    const edge = { [look.direction === 'rtl' ? 'borderRight' : 'borderLeft']: `3px solid ${look.theme.primary_color}` };
    const [block, inline] = [SPACE.tight, SPACE.normal];
    return (
      <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
        <Column
          className="t-text t-accent"
          align={sideOf('start', look.direction)}
          style={{ ...typeOf(look), ...edge, padding: `${block}px ${inline}px` }}
        >
          {write.text('text')}
          {attrs.author !== '' && (
            <span
              className="t-muted"
              style={{
                ...mutedType(look, typeSize(look.theme.font_size, 'small')),
                display: 'block',
                marginTop: block,
              }}
            >
              {write.text('author')}
            </span>
          )}
        </Column>
      </Row>
    );
  },
  plain: ({ attrs, speak }) => [
    '"',
    ...speak.text('text'),
    '"\n',
    ...(attrs.author === '' ? [] : ['- ', ...speak.text('author'), '\n']),
    '\n',
  ],
  example: {
    id: 'quote-1',
    type: 'quote',
    attrs: { text: '{{ event.note }}', author: '{{ event.customer_name }}' },
  },
});
