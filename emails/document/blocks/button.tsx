import { Button, Column, Row } from '@react-email/components';
import type { CSSProperties } from 'react';
import { z } from 'zod';
import { defineBlock, type Look, slot } from '../block.ts';
import { contrastOf } from '../theme.ts';
import { align, requiredText, sideOf, typeOf } from './attributes.ts';

/** Pixels; font size, line and both paddings make the 44 pixels that a finger needs. */
const PADDING = { block: 12, inline: 24 } as const;

/** The contrast that letters need. */
const READ = 4.5;

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
          className={attrs.variant === 'secondary' ? 't-link t-accent' : 't-button'}
          style={{
            ...typeOf(look),
            ...colorsOf(attrs.variant, look),
            borderRadius: `${look.theme.button_radius ?? look.theme.border_radius}px`,
            boxSizing: 'border-box',
            fontWeight: 600,
            padding: `${PADDING.block}px ${PADDING.inline}px`,
            textAlign: 'center',
            ...(attrs.full_width && { display: 'block', width: '100%' }),
          }}
        >
          {write.text('label')}
        </Button>
      </Column>
    </Row>
  ),
  plain: ({ speak }) => [...speak.text('label'), ...speak.link('href', ': '), '\n\n'],
  example: {
    id: 'button-1',
    type: 'button',
    attrs: {
      label: 'View order {{ event.order_number }}',
      href: 'https://shop.example/orders/{{ event.order_number }}',
    },
  },
});

/** A brand's colour need only be made out as a button; where its letters could not be read, they have that of links. */
function labelOf({ brand, primary_color, link_color, surface_color }: Look['theme']): string {
  return brand === true && contrastOf(primary_color, surface_color) < READ ? link_color : primary_color;
}

function colorsOf(variant: 'primary' | 'secondary', { theme }: Look): CSSProperties {
  switch (variant) {
    case 'primary':
      return {
        backgroundColor: theme.primary_color,
        border: `1px solid ${theme.primary_color}`,
        color: theme.on_primary_color,
      };
    case 'secondary':
      return { border: `1px solid ${theme.primary_color}`, color: labelOf(theme) };
  }
}
