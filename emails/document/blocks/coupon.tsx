import { Column, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { typeSize } from '../scale.ts';
import { CODE_FAMILY, headingType, mutedType, requiredText, text, typeOf } from './attributes.ts';

export const coupon = defineBlock({
  type: 'coupon',
  purpose: 'A discount with the code to type, in a dashed frame.',
  holds: 'nothing',
  attrs: z.strictObject({
    title: requiredText.describe('Offer of the coupon, such as 20 % off your next order.'),
    code: requiredText.describe('Code to type at the checkout.'),
    terms: text.default('').describe('Small print, such as the last day.'),
  }),
  texts: ({ title, code, terms }) => [
    slot('plain', 'title', title),
    slot('plain', 'code', code),
    slot('plain', 'terms', terms),
  ],
  component: ({ attrs, look, write }) => {
    const { theme } = look;
    const line = { display: 'block' } as const;
    return (
      <Row style={{ margin: `0 0 ${theme.spacing}px` }}>
        <Column
          align="center"
          className="t-accent"
          style={{
            border: `2px dashed ${theme.primary_color}`,
            borderRadius: `${theme.border_radius}px`,
            padding: `${theme.spacing}px`,
          }}
        >
          <span className="t-text" style={{ ...headingType(look, typeSize(theme.font_size, 'large')), ...line }}>
            {write.text('title')}
          </span>
          <span
            className="t-text"
            // Codes run from left to right in every script.
            dir="ltr"
            style={{
              ...typeOf(look, typeSize(theme.font_size, 'title')),
              ...line,
              fontFamily: CODE_FAMILY,
              fontWeight: 700,
              letterSpacing: '2px',
            }}
          >
            {write.text('code')}
          </span>
          {attrs.terms !== '' && (
            <span className="t-muted" style={{ ...mutedType(look, typeSize(theme.font_size, 'small')), ...line }}>
              {write.text('terms')}
            </span>
          )}
        </Column>
      </Row>
    );
  },
  plain: ({ attrs, speak }) => [
    ...speak.text('title'),
    '\n    ',
    ...speak.text('code'),
    '\n',
    ...(attrs.terms === '' ? [] : [...speak.text('terms'), '\n']),
    '\n',
  ],
  example: {
    id: 'coupon-1',
    type: 'coupon',
    attrs: {
      title: '15% off your next order',
      code: '{{ event.code }}',
      terms: 'Until {{ event.due_on | date: "long" }}',
    },
  },
});
