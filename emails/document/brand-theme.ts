/** The values that a theme with `brand: true` takes of a brand (docs/rules.md#brand). */
import type { Brand } from './brand.ts';
import type { ThemeInput } from './theme.ts';

/**
 * Returns what the brand gives to a theme as written; a value that the theme writes itself is stronger. What belongs
 * together comes from one side: the two colours of a button, the corners, the fonts.
 */
export function brandTheme(written: ThemeInput | undefined, brand: Brand | null): ThemeInput {
  if (written?.brand !== true || brand === null) return {};
  const { colors, font_family, border_radius } = brand;
  const ownButton = written.primary_color !== undefined || written.on_primary_color !== undefined;
  return given({
    background_color: colors?.background,
    surface_color: colors?.surface,
    text_color: colors?.text,
    muted_color: colors?.muted,
    link_color: colors?.link,
    primary_color: ownButton ? null : colors?.primary,
    on_primary_color: ownButton ? null : colors?.on_primary,
    font_family,
    heading_font_family: written.font_family === undefined ? font_family : null,
    border_radius,
    button_radius: written.border_radius === undefined ? border_radius : null,
  });
}

function given(values: { readonly [Key in keyof ThemeInput]?: ThemeInput[Key] | null }): ThemeInput {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}
