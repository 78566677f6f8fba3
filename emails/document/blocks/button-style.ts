/** The look of a button, which several blocks have. */
import type { CSSProperties } from 'react';
import type { Look } from '../block.ts';
import { contrastOf } from '../theme.ts';
import { typeOf } from './attributes.ts';

export type ButtonVariant = 'primary' | 'secondary';

/** Pixels; font size, line and both paddings make the 44 pixels that a finger needs. */
const PADDING = { block: 12, inline: 24 } as const;

/** The contrast that letters need. */
const READ = 4.5;

export function buttonClass(variant: ButtonVariant): string {
  return variant === 'secondary' ? 't-link t-accent' : 't-button';
}

export function buttonStyle(variant: ButtonVariant, look: Look): CSSProperties {
  return {
    ...typeOf(look),
    ...colorsOf(variant, look),
    borderRadius: `${look.theme.button_radius ?? look.theme.border_radius}px`,
    boxSizing: 'border-box',
    fontWeight: 600,
    padding: `${PADDING.block}px ${PADDING.inline}px`,
    textAlign: 'center',
  };
}

/** A brand's colour need only be made out as a button; where its letters could not be read, they have that of links. */
function labelOf({ brand, primary_color, link_color, surface_color }: Look['theme']): string {
  return brand === true && contrastOf(primary_color, surface_color) < READ ? link_color : primary_color;
}

function colorsOf(variant: ButtonVariant, { theme }: Look): CSSProperties {
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
