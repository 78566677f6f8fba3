/**
 * The check of a brand: its form, and whether what is written in its colours can be read (docs/rules.md#contrast-of-a-brand). A brand
 * may leave colours out, so each look and the defaults stand in for them in turn.
 */
import { type Brand, type BrandColor, brandSchema } from '../document/brand.ts';
import { brandTheme } from '../document/brand-theme.ts';
import { brandDark, darkScheme } from '../document/dark-scheme.ts';
import { lookNames } from '../document/looks.ts';
import { contrastOf, type Theme, themeOf } from '../document/theme.ts';

/** Ratios of contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
const FOR_TEXT = 4.5;
const FOR_CONTROL = 3;

type Errors = Readonly<Record<string, readonly string[]>>;

export type CheckedBrand =
  | { readonly ok: true; readonly brand: Brand }
  | { readonly ok: false; readonly errors: Errors };

/** Something on a paper, with the names of both among the colours of a brand. */
interface Pair {
  readonly ink: BrandColor;
  readonly paper: BrandColor;
  readonly least: number;
}

const PAIRS: readonly Pair[] = [
  ...(['text', 'muted', 'link'] as const).flatMap((ink) =>
    (['surface', 'background'] as const).map((paper) => ({ ink, paper, least: FOR_TEXT })),
  ),
  { ink: 'on_primary', paper: 'primary', least: FOR_TEXT },
  { ink: 'primary', paper: 'surface', least: FOR_CONTROL },
];

/** Checks a brand as JSON gives it; faults stand under their paths, `dark_colors.link`. */
export function checkBrand(written: unknown): CheckedBrand {
  const parsed = brandSchema.safeParse(written);
  if (!parsed.success) {
    const errors = new Map<string, readonly string[]>();
    for (const { path, message } of parsed.error.issues) {
      const name = path.join('.');
      errors.set(name, [...(errors.get(name) ?? []), message]);
    }
    return { ok: false, errors: Object.fromEntries(errors) };
  }
  const errors = contrastFaults(parsed.data);
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, brand: parsed.data };
}

function contrastFaults(brand: Brand): Errors {
  const worst = new Map<string, { readonly ratio: number; readonly fault: string }>();
  const note = (found: Found | null) => {
    if (found !== null && found.ratio < (worst.get(found.path)?.ratio ?? 21)) worst.set(found.path, found);
  };
  for (const look of [undefined, ...lookNames]) {
    const written = { brand: true, ...(look !== undefined && { look }) };
    const theme = themeOf(written, brandTheme(written, brand));
    const of = look === undefined ? 'of themes without a look' : `of the look ${look}`;
    const [light, dark] = [lightColors(theme), darkColors(theme, brand)];
    for (const pair of PAIRS) {
      note(inLight(brand, pair, { colors: light, of }));
      note(inDark(brand, pair, { colors: dark, of }));
    }
  }
  return Object.fromEntries([...worst].map(([path, { fault }]) => [path, [fault]]));
}

type Colors = Readonly<Record<BrandColor, string>>;

function lightColors(theme: Theme): Colors {
  return {
    background: theme.background_color,
    surface: theme.surface_color,
    text: theme.text_color,
    muted: theme.muted_color,
    link: theme.link_color,
    primary: theme.primary_color,
    on_primary: theme.on_primary_color,
  };
}

function darkColors(theme: Theme, brand: Brand): Colors {
  const scheme = darkScheme(theme, brandDark({ brand: true }, brand));
  const { paper: primary, ink: on_primary } = scheme.button ?? {
    paper: theme.primary_color,
    ink: theme.on_primary_color,
  };
  return { ...scheme, primary, on_primary };
}

interface Found {
  readonly path: string;
  readonly ratio: number;
  readonly fault: string;
}

/** All colours of a theme with the brand, and where those come from that the brand does not name. */
interface Shown {
  readonly colors: Colors;
  readonly of: string;
}

/** Nothing is said about two colours of a look. */
function inLight({ colors }: Brand, { ink, paper, least }: Pair, shown: Shown): Found | null {
  const ratio = contrastOf(shown.colors[ink], shown.colors[paper]);
  const own = [ink, paper].find((name) => colors?.[name]);
  if (ratio >= least || own === undefined) return null;
  const said = (name: BrandColor) => saidOf(name, shown, Boolean(colors?.[name]));
  return { path: `colors.${own}`, ratio, fault: `${said(ink)} on ${said(paper)} has ${words(ratio, least)}` };
}

/** A button whose dark colours are made keeps those of the light where they can be made out, as in every theme. */
function inDark({ colors, dark_colors: dark }: Brand, { ink, paper, least }: Pair, shown: Shown): Found | null {
  const ratio = contrastOf(shown.colors[ink], shown.colors[paper]);
  const given = [ink, paper].find((name) => dark?.[name]);
  const made = [ink, paper].find((name) => colors?.[name]);
  if (ratio >= least || (given ?? made) === undefined || (given === undefined && least === FOR_CONTROL)) return null;
  const path = given === undefined ? `colors.${made}` : `dark_colors.${given}`;
  const remedy = given === undefined ? `; give dark_colors.${made}` : '';
  const said = (name: BrandColor) => saidOf(name, shown, Boolean(dark?.[name] ?? colors?.[name]));
  const fault = `in dark mode ${said(ink)} on ${said(paper)} has ${words(ratio, least)}${remedy}`;
  return { path, ratio, fault };
}

function saidOf(name: BrandColor, { colors, of }: Shown, isOwn: boolean): string {
  return `${name} ${colors[name].toLowerCase()}${isOwn ? '' : ` ${of}`}`;
}

/** The ratio is never rounded up to what is needed. */
function words(ratio: number, least: number): string {
  return `a contrast of ${(Math.floor(ratio * 100) / 100).toFixed(2)}; ${least} is needed`;
}
