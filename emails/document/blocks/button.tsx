import { Button, Column, Row } from '@react-email/components';
import { z } from 'zod';
import { defineBlock, slot } from '../block.ts';
import { colonOf } from '../words.ts';
import { align, requiredText, sideOf } from './attributes.ts';
import { buttonClass, buttonStyle } from './button-style.ts';

export const button = defineBlock({
  type: 'button',
  purpose: 'A link that looks like a button.',
  holds: 'nothing',
  attrs: z.strictObject({
    label: requiredText.describe('Words on the button, such as Track the parcel.'),
    href: requiredText.describe('Target of the link: http, https, mailto or tel.'),
    align,
    variant: z
      .enum(['primary', 'secondary'])
      .default('primary')
      .describe('Whether the button is filled or has a border alone.'),
    full_width: z.boolean().default(false).describe('Whether the button is as wide as its place.'),
  }),
  texts: ({ label, href }) => [slot('href', 'href', href), slot('plain', 'label', label)],
  component: ({ attrs, look, write }) => (
    <Row style={{ margin: `0 0 ${look.theme.spacing}px` }}>
      <Column align={sideOf(attrs.align, look.direction)}>
        <Button
          href={write.link('href')}
          className={buttonClass(attrs.variant)}
          style={{
            ...buttonStyle(attrs.variant, look),
            ...(attrs.full_width && { display: 'block', width: '100%' }),
          }}
        >
          {write.text('label')}
        </Button>
      </Column>
    </Row>
  ),
  plain: ({ look, speak }) => [...speak.text('label'), ...speak.link('href', colonOf(look.locale)), '\n\n'],
  example: {
    id: 'button-1',
    type: 'button',
    attrs: {
      label: 'View order {{ event.order_number }}',
      href: 'https://shop.example/orders/{{ event.order_number }}',
    },
  },
});
