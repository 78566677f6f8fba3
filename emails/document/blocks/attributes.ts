/** Attributes that several blocks share, and their styles. */
import type { CSSProperties } from 'react';
import { z } from 'zod';
import type { Align } from '../../compile/pieces.ts';
import type { Look } from '../block.ts';
import { MAX_TEXT } from '../composition.ts';
import { SPACE } from '../scale.ts';
import { RULE_COLOR } from '../theme.ts';

/** A text that can hold merge tags. */
export const text = z.string().max(MAX_TEXT);
export const requiredText = text.min(1, 'must not be empty');

/** `start` and `end` follow the direction of the language. */
export const align = z
  .enum(['left', 'center', 'right', 'start', 'end'])
  .default('start')
  .describe('Side of the line; `start` and `end` follow the direction of the language.');

/** A path as in merge tags, without braces: `event.items`. */
export const path = z.string().min(1).max(500).meta({ format: 'variable' });
export const listPath = path.meta({ format: 'list' });

export const itemName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be a name such as item')
  .default('item')
  .describe('Name of the item in merge tags inside the repeat.')
  .meta({ format: 'item_name' });

export function sideOf(written: z.output<typeof align>, direction: Look['direction']): Align {
  switch (written) {
    case 'left':
    case 'center':
    case 'right':
      return written;
    case 'start':
      return direction === 'rtl' ? 'right' : 'left';
    case 'end':
      return direction === 'rtl' ? 'left' : 'right';
  }
}

/** The class that darkens a block's own background in dark mode (layout.tsx). */
export function backgroundClass(background: string | undefined): string | undefined {
  return background === undefined ? undefined : `b-${background.slice(1).toLowerCase()}`;
}

/** The class that darkens a line of a block's own colour in dark mode (layout.tsx). */
export function ruleClass(rule: string): string {
  return rule === RULE_COLOR ? 't-rule' : `r-${rule.slice(1).toLowerCase()}`;
}

/** The class that lightens a text of a block's own colour in dark mode (layout.tsx). */
export function inkClass(color: string): string {
  return `i-${color.slice(1).toLowerCase()}`;
}

/**
 * A mail breaks words that are too long for a line (layout.tsx). Places beside each other keep theirs whole: they would
 * share the line by what could be broken, and break prices. There only long words break (language/long-words.ts).
 */
export const WHOLE_WORDS = 'normal';

/** Families of codes, whose characters are as wide as each other. */
export const CODE_FAMILY = 'Menlo, Consolas, Courier New, monospace';

/** A class attribute, or none. */
export function classesOf(...names: readonly (string | number | boolean | undefined)[]): string | undefined {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ') || undefined;
}

/** Every block ends with the theme's spacing, so the last one in a frame already adds a part of the padding. */
export function paddingAround(padding: number, { theme }: Look): string {
  return `${padding}px ${padding}px ${Math.max(0, padding - theme.spacing)}px`;
}

/** The type of a heading of this size, with a lower line than running text has. */
export function headingType(look: Look, size: number): CSSProperties {
  const { heading_font_family, heading_weight, heading_scale, font_family } = look.theme;
  const scaled = Math.round(size * heading_scale);
  return {
    ...typeOf(look, scaled),
    fontFamily: heading_font_family ?? font_family,
    fontWeight: heading_weight,
    lineHeight: `${Math.round(scaled * 1.25)}px`,
  };
}

/** The type of small and muted text. */
export function mutedType(look: Look, size: number = look.theme.font_size): CSSProperties {
  return { ...typeOf(look, size), color: look.theme.muted_color };
}

/** Words in the place of a large picture that is not loaded: in the type of the mail, away from its corners. */
export function altType(look: Look): CSSProperties {
  return { ...typeOf(look), textAlign: 'center' };
}

/** The cell of a picture with words beside it: as narrow as the picture, with space to the words. */
export function besidePicture({ direction }: Look): CSSProperties {
  const gap = `0 ${SPACE.normal}px 0 0`;
  return { padding: direction === 'rtl' ? `0 0 0 ${SPACE.normal}px` : gap, verticalAlign: 'top', width: '1px' };
}

/** The paper of a panel, by which it is seen on its place: the tint of the ground, on a tint that of the sheet. */
export function panel({ theme, onTint }: Look): { readonly color: string; readonly className: string | undefined } {
  return onTint === true
    ? { color: theme.surface_color, className: 't-surface' }
    : { color: theme.background_color, className: backgroundClass(theme.background_color) };
}

/** The size and the corners of a round picture, whose place is seen before it is loaded. */
export function roundPicture(look: Look, size: number) {
  const { color, className } = panel(look);
  const style: CSSProperties = { backgroundColor: color, borderRadius: '50%', display: 'block' };
  return { width: size, height: size, className, style };
}

/** Every text element sets its type: Outlook does not inherit type into tables. */
export function typeOf({ theme }: Look, size: number = theme.font_size): CSSProperties {
  return {
    color: theme.text_color,
    fontFamily: theme.font_family,
    fontSize: `${size}px`,
    lineHeight: `${Math.round(size * theme.line_height)}px`,
  };
}
