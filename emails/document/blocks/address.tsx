import { Text } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { typeSize } from '../scale.ts';
import { mutedType, requiredText, sideOf, text, typeOf } from './attributes.ts';

export const address = defineBlock({
  type: 'address',
  purpose: 'A postal address with a label above it.',
  holds: 'nothing',
  attrs: z.strictObject({
    label: text.default('').describe('Words above the address, such as Ships to.'),
    lines: requiredText.describe('Lines of the address; line breaks of values are kept.'),
  }),
  texts: ({ label, lines }) => [slot('plain', 'label', label), slot('inline', 'lines', lines)],
  component: ({ attrs, look, write }) => {
    const side = { textAlign: sideOf('start', look.direction) } as const;
    return (
      <>
        {attrs.label !== '' && (
          <Text
            className="t-muted"
            style={{ ...mutedType(look, typeSize(look.theme.font_size, 'small')), ...side, margin: 0 }}
          >
            {write.text('label')}
          </Text>
        )}
        <Text className="t-text" style={{ ...typeOf(look), ...side, margin: `0 0 ${look.theme.spacing}px` }}>
          {write.text('lines')}
        </Text>
      </>
    );
  },
  plain: ({ attrs, speak }) => [
    ...(attrs.label === '' ? [] : [...speak.text('label'), '\n']),
    ...speak.text('lines'),
    '\n\n',
  ],
  example: {
    id: 'address-1',
    type: 'address',
    attrs: { label: 'Ships to', lines: '{{ event.customer_name }}\n12 Harbour Street\n{{ event.city }}' },
  },
});
