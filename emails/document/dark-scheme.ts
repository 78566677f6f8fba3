/** The colours of a mail on a dark screen: those that a brand gives (docs/rules.md#brand), the others made of the light ones. */
import type { Brand, BrandColors } from './brand.ts';
import { buttonInTheDark, inTheDark, type Theme, type ThemeInput } from './theme.ts';

export interface DarkScheme {
  readonly background: string;
  readonly surface: string;
  readonly text: string;
  readonly muted: string;
  readonly link: string;
  /** Borders of secondary buttons. */
  readonly accent: string;
  /** Null: the button keeps its light colours. */
  readonly button: { readonly paper: string; readonly ink: string } | null;
}

/**
 * Returns the dark colours that a brand gives to a theme: a dark colour stands for its light one, so that a template
 * with a light colour of its own has the dark one made of it.
 */
export function brandDark(written: ThemeInput | undefined, brand: Brand | null): BrandColors {
  const dark = brand?.dark_colors;
  if (written?.brand !== true || !dark) return {};
  const unless = (own: unknown, given: string | null | undefined) => (own === undefined ? given : null);
  const ownButton = written.primary_color ?? written.on_primary_color;
  return {
    background: unless(written.background_color, dark.background),
    surface: unless(written.surface_color, dark.surface),
    text: unless(written.text_color, dark.text),
    muted: unless(written.muted_color, dark.muted),
    link: unless(written.link_color, dark.link),
    primary: unless(ownButton, dark.primary),
    on_primary: unless(ownButton, dark.on_primary),
  };
}

export function darkScheme(theme: Theme, given: BrandColors): DarkScheme {
  const surface = given.surface ?? inTheDark(theme.surface_color, 'paper');
  return {
    background: given.background ?? inTheDark(theme.background_color, 'paper'),
    surface,
    text: given.text ?? inTheDark(theme.text_color, 'ink'),
    muted: given.muted ?? inTheDark(theme.muted_color, 'ink'),
    link: given.link ?? inTheDark(theme.link_color, 'ink'),
    accent: given.primary ?? inTheDark(theme.primary_color, 'ink'),
    button: buttonOf(theme, given, surface),
  };
}

function buttonOf(theme: Theme, { primary, on_primary }: BrandColors, surface: string): DarkScheme['button'] {
  const made = buttonInTheDark(theme, surface);
  if (!primary && !on_primary) return made;
  const paper = primary ?? made?.paper ?? theme.primary_color;
  return { paper, ink: on_primary ?? (primary ? theme.on_primary_color : (made?.ink ?? theme.on_primary_color)) };
}
