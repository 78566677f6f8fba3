/** A brand while somebody writes it: texts as they stand in the fields. */
import type { BrandSaveInput, BrandValuesFragment } from '../../api/operations.ts';

export const colorNames = ['background', 'surface', 'text', 'muted', 'link', 'primary', 'onPrimary'] as const;
export type ColorName = (typeof colorNames)[number];

type Colors = Readonly<Partial<Record<ColorName, string | null>>>;

export interface BrandDraft {
  readonly name: string;
  readonly logoUrl: string;
  readonly darkLogoUrl: string;
  readonly colors: Colors;
  readonly darkColors: Colors;
  readonly fontFamily: string;
  readonly borderRadius: string;
  readonly address: string;
  readonly supportUrl: string;
  readonly socialLinks: readonly { readonly name: string; readonly url: string }[];
  readonly legalLine: string;
}

export function draftOf(saved: BrandValuesFragment | null): BrandDraft {
  return {
    name: saved?.name ?? '',
    logoUrl: saved?.logoUrl ?? '',
    darkLogoUrl: saved?.darkLogoUrl ?? '',
    colors: saved?.colors ?? {},
    darkColors: saved?.darkColors ?? {},
    fontFamily: saved?.fontFamily ?? '',
    borderRadius: saved?.borderRadius == null ? '' : String(saved.borderRadius),
    address: saved?.address ?? '',
    supportUrl: saved?.supportUrl ?? '',
    socialLinks: saved?.socialLinks ?? [],
    legalLine: saved?.legalLine ?? '',
  };
}

/** An empty field is left out. */
export function inputOf(draft: BrandDraft): BrandSaveInput {
  const given = (written: string) => written.trim() || null;
  return {
    name: draft.name.trim(),
    logoUrl: given(draft.logoUrl),
    darkLogoUrl: given(draft.darkLogoUrl),
    colors: colorsOf(draft.colors),
    darkColors: colorsOf(draft.darkColors),
    fontFamily: given(draft.fontFamily),
    borderRadius: draft.borderRadius === '' ? null : Number(draft.borderRadius),
    address: given(draft.address),
    supportUrl: given(draft.supportUrl),
    socialLinks: draft.socialLinks.map(({ name, url }) => ({ name: name.trim(), url: url.trim() })),
    legalLine: given(draft.legalLine),
  };
}

function colorsOf(colors: Colors): Record<ColorName, string | null> {
  const given = (name: ColorName) => colors[name] ?? null;
  return {
    background: given('background'),
    surface: given('surface'),
    text: given('text'),
    muted: given('muted'),
    link: given('link'),
    primary: given('primary'),
    onPrimary: given('onPrimary'),
  };
}
