/** How well the colours of a brand can be read on each other, as the service judges them (docs/rules.md#contrast-of-a-brand). */
import type { ColorName } from './brand-draft.ts';

/** Colours of a scheme as far as they are known. */
export type KnownColors = Readonly<Partial<Record<ColorName, string | null>>>;

type Paper = 'surface' | 'background' | 'primary';

interface Pair {
  readonly papers: readonly Paper[];
  /** Ratio that it needs at least (WCAG 2.2, 1.4.3 and 1.4.11). */
  readonly least: number;
}

const forText = 4.5;
const forControl = 3;

const pairs: Readonly<Partial<Record<ColorName, Pair>>> = {
  text: { papers: ['surface', 'background'], least: forText },
  muted: { papers: ['surface', 'background'], least: forText },
  link: { papers: ['surface', 'background'], least: forText },
  primary: { papers: ['surface'], least: forControl },
  onPrimary: { papers: ['primary'], least: forText },
};

interface Contrast {
  readonly ratio: number;
  readonly least: number;
  readonly paper: Paper;
  readonly ink: string;
  readonly ground: string;
}

/** Of the papers on which the colour lies, that on which it is read worst; null where a colour is not known. */
export function contrastIn(colors: KnownColors, name: ColorName): Contrast | null {
  const ink = colors[name];
  const pair = pairs[name];
  if (!ink || !pair) return null;
  const found = pair.papers.flatMap((paper) => {
    const ground = colors[paper];
    const ratio = ground ? contrastOf(ink, ground) : null;
    return ground && ratio !== null ? [{ ratio, least: pair.least, paper, ink, ground }] : [];
  });
  return found.toSorted((one, other) => one.ratio - other.ratio)[0] ?? null;
}

/** From 1 to 21 (WCAG 2.2, relative luminance); null where one is no colour. */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [luminance(one), luminance(other)];
  if (first === null || second === null) return null;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const weights = [0.2126, 0.7152, 0.0722];

function luminance(color: string): number | null {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color) ?? [];
  if (digits === undefined) return null;
  const size = digits.length / 3;
  return weights.reduce((sum, weight, place) => {
    const part = digits.slice(place * size, (place + 1) * size);
    const value = Number.parseInt(size === 1 ? part + part : part, 16) / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
}
