/**
 * A brand: what a sender is called and looks like, kept once for all its templates (docs/rules.md#brand). Templates read
 * its texts as `brand.…`; a theme with `brand: true` takes its look.
 */
import { z } from 'zod';
import { safeLink } from '../language/links.ts';
import type { EventField } from './template.ts';
import { color, fontFamily, pixels } from './theme.ts';

export const MAX_BRAND_NAME = 128;
/** Characters of the address and of the legal line. */
export const MAX_BRAND_TEXT = 500;
export const MAX_BRAND_URL = 2_048;
export const MAX_SOCIAL_LINKS = 8;

const text = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .refine((written) => written.trim() !== '', 'must not be blank')
    .refine((written) => !/[^\P{C}\n\p{Cf}]/u.test(written), 'must be text without control or broken characters');

const oneLine = (most: number) => text(most).refine((written) => !written.includes('\n'), 'must be one line');

const url = (schemes: readonly string[], fault: string) =>
  z
    .string()
    .max(MAX_BRAND_URL, `must have at most ${MAX_BRAND_URL} characters`)
    .refine((written) => leadsSomewhere(written, schemes), fault);

const httpsFault = 'must be an https URL without a user name';
const https = url(['https:'], httpsFault);
/** Also an address of a picture on localhost (docs/rules.md#address-of-a-picture). */
const logo = z
  .string()
  .max(MAX_BRAND_URL, `must have at most ${MAX_BRAND_URL} characters`)
  .refine(
    (written) =>
      leadsSomewhere(written, ['https:']) || (/^http:/.test(written) && safeLink(written, 'src') === written),
    httpsFault,
  );

function leadsSomewhere(written: string, schemes: readonly string[]): boolean {
  // `URL` would take blanks and control characters out, so that the value read would not be the value kept.
  if (/[\s\p{C}]/u.test(written)) return false;
  const found = URL.parse(written);
  if (found === null || !schemes.includes(found.protocol)) return false;
  return found.protocol === 'mailto:' ? found.pathname.includes('@') : found.username === '' && found.password === '';
}

const colors = z.strictObject({
  background: color.nullish(),
  surface: color.nullish(),
  text: color.nullish(),
  muted: color.nullish(),
  link: color.nullish(),
  primary: color.nullish(),
  on_primary: color.nullish(),
});

export const brandSchema = z.strictObject({
  name: oneLine(MAX_BRAND_NAME),
  logo_url: logo.nullish(),
  dark_logo_url: logo.nullish(),
  colors: colors.nullish(),
  dark_colors: colors.nullish(),
  font_family: fontFamily.nullish(),
  border_radius: pixels(0, 100).nullish(),
  address: text(MAX_BRAND_TEXT).nullish(),
  support_url: url(['https:', 'mailto:'], 'must be an https URL without a user name, or a mailto link').nullish(),
  // The links are counted before one is read.
  social_links: z
    .array(z.unknown())
    .max(MAX_SOCIAL_LINKS, `must have at most ${MAX_SOCIAL_LINKS} links`)
    .pipe(z.array(z.strictObject({ name: oneLine(MAX_BRAND_NAME), url: https })))
    .nullish(),
  legal_line: text(MAX_BRAND_TEXT).nullish(),
});

export type Brand = z.output<typeof brandSchema>;
export type BrandColor = keyof z.output<typeof colors>;
export type BrandColors = z.output<typeof colors>;

/** The brand as tags read it: one without a logo for dark mode shows the other there too. */
export function asRead(brand: Brand | null): Brand | null {
  return brand?.logo_url && !brand.dark_logo_url ? { ...brand, dark_logo_url: brand.logo_url } : brand;
}

const tag = (name: string, type: 'string' | 'url'): EventField => ({ name, type, required: false, fallback: null });

/** The variables below `brand`. None has a value in every mail: a platform need not have a brand. */
export const brandFields: readonly EventField[] = [
  tag('name', 'string'),
  tag('logo_url', 'url'),
  tag('dark_logo_url', 'url'),
  tag('address', 'string'),
  tag('support_url', 'url'),
  {
    name: 'social_links',
    type: 'list',
    required: false,
    fallback: null,
    fields: [tag('name', 'string'), tag('url', 'url')],
  },
  tag('legal_line', 'string'),
];
