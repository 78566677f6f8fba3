/** Colours, type and spacing of a composition; sizes are pixels (docs/rules.md#composition-limits). */
import { z } from 'zod';
import { lookNames, looks } from './looks.ts';

const HEX = /^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;

/** `#rgb` or `#rrggbb`: the two forms that every mail client reads. */
export const color = z.string().regex(HEX, 'must be a colour such as #1a2b3c').meta({ format: 'color' });

/** Pixels. */
export function pixels(least: number, most: number) {
  return z.number().min(least).max(most).meta({ format: 'pixels' });
}

/** Font families of the reader's machine; letters, digits, spaces, quotes and hyphens, in order of preference. */
export const fontFamily = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9 ,'"-]+$/, 'must be font families, separated by commas')
  .meta({ format: 'font_family' });

export const themeSchema = z.strictObject({
  look: z
    .enum(lookNames)
    .optional()
    .describe('Look whose values count for what is left out; none by default, so that the defaults below count.'),
  background_color: color.default('#f4f4f5').describe('Colour around the mail.'),
  surface_color: color.default('#ffffff').describe('Colour behind the content.'),
  text_color: color.default('#18181b').describe('Colour of running text and headings.'),
  muted_color: color.default('#62626b').describe('Colour of muted text and of the footer.'),
  link_color: color.default('#1d4ed8').describe('Colour of links in running text.'),
  primary_color: color.default('#1d4ed8').describe('Background of primary buttons.'),
  on_primary_color: color.default('#ffffff').describe('Colour of the label of primary buttons.'),
  font_family: fontFamily
    .default('-apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif')
    .describe('Font families in order of preference, separated by commas.'),
  font_size: pixels(10, 32).default(16).describe('Size of running text, in pixels.'),
  line_height: z.number().min(1).max(3).default(1.5).describe('Height of a line, as a multiple of the font size.'),
  heading_font_family: fontFamily.optional().describe('Font families of headings; those of running text by default.'),
  heading_weight: z.int().min(100).max(900).default(700).describe('Weight of headings, 400 being regular, 700 bold.'),
  heading_scale: z.number().min(0.5).max(2).default(1).describe('Size of headings, as a multiple of the usual one.'),
  border_radius: pixels(0, 100).default(6).describe('Radius of the corners of buttons and frames, in pixels.'),
  button_radius: pixels(0, 100)
    .optional()
    .describe('Radius of the corners of buttons, in pixels; that of frames by default.'),
  spacing: pixels(0, 100).default(16).describe('Space below each block, in pixels.'),
  brand: z
    .boolean()
    .optional()
    .describe("Whether the platform's brand gives its colours, fonts and corners where the theme names none."),
});

/** A theme in a save: every key can be left out. */
export type ThemeInput = z.input<typeof themeSchema>;
export type Theme = z.output<typeof themeSchema>;

/** The values of a saved theme, with those of its look. `ofBrand` is stronger than the look. */
export function themeValues(written: ThemeInput = {}, ofBrand: ThemeInput = {}): ThemeInput {
  return written.look === undefined ? { ...ofBrand, ...written } : { ...looks[written.look], ...ofBrand, ...written };
}

/** The whole theme of a saved one, with what its brand gives. */
export function themeOf(written?: ThemeInput, ofBrand?: ThemeInput): Theme {
  return themeSchema.parse(themeValues(written, ofBrand));
}

/** The colour of a line that names one, `#d4d4d8` or `1px solid #d4d4d8`; null: it has the colour of rules. */
export function ownRule(written: unknown): string | null {
  return (typeof written === 'string' && /#[0-9a-fA-F]+$/.exec(written)?.[0]) || null;
}

/** Hairlines: table rules, borders and dividers without a colour of their own. */
export const RULE_COLOR = '#d4d4d8';

/** Warm and bold paper have warm and violet ones. */
const RULES = { plain: RULE_COLOR, warm: '#dfd3c3', bold: '#d9d0ee' } as const;

export function ruleColor({ look = 'plain' }: Pick<Theme, 'look'>): string {
  return RULES[look];
}

/**
 * The ratio of contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance). Text needs 4.5, large text and controls
 * need 3.
 */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** A button that has less contrast with the sheet behind it is not made out by everybody (WCAG 2.2, 1.4.11). */
const SEEN = 3;

/** A primary button on a dark screen: its own colours, or its dark ones where it would sink into the sheet. */
export function buttonInTheDark(
  { primary_color, surface_color }: Theme,
  sheet: string = inTheDark(surface_color, 'paper'),
): { readonly paper: string; readonly ink: string } | null {
  if (contrastOf(primary_color, sheet) >= SEEN) return null;
  return { paper: inTheDark(primary_color, 'ink'), ink: sheet };
}

/** Lightness on a dark screen: far enough apart that any ink is readable on any paper. */
const DARK = { lightestPaper: 0.3, darkestInk: 0.7 } as const;

/**
 * Returns the same colour for a dark screen: hue and strength stay, lightness is inverted and avoids pure black. Ink is
 * the colour of text, paper the colour behind it.
 */
export function inTheDark(hex: string, use: 'ink' | 'paper'): string {
  const [hue, saturation, lightness] = toHsl(hex);
  const turned = 0.09 + (1 - lightness) * 0.86;
  const dark = use === 'ink' ? Math.max(turned, DARK.darkestInk) : Math.min(turned, DARK.lightestPaper);
  // Saturation is relative to what a lightness allows: unchanged, a pale tint would become a glaring one.
  const strength = saturation * (1 - Math.abs(2 * lightness - 1));
  return toHex(hue, Math.min(1, strength / (1 - Math.abs(2 * dark - 1))), dark);
}

function channels(hex: string): readonly [number, number, number] {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const value = Number.parseInt(digits, 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

function toHsl(hex: string): readonly [number, number, number] {
  const [red, green, blue] = channels(hex);
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const lightness = (most + least) / 2;
  const spread = most - least;
  if (spread === 0) return [0, 0, lightness];
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  if (most === red) return [(((green - blue) / spread + 6) % 6) * 60, saturation, lightness];
  if (most === green) return [((blue - red) / spread + 2) * 60, saturation, lightness];
  return [((red - green) / spread + 4) * 60, saturation, lightness];
}

function toHex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
