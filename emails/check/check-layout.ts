/** The check of a layout: its blocks as those of a template, and what it reads (docs/rules.md#variables-of-a-layout). */
import { z } from 'zod';
import type { Steps } from '../../src/ground/steps.ts';
import { layoutRoom } from '../document/composition.ts';
import { asTemplate, type LayoutContent } from '../document/layout-content.ts';
import { checkInSteps, type Variables } from './check-template.ts';

type Errors = Readonly<Record<string, readonly string[]>>;

export type CheckedLayout =
  | {
      readonly ok: true;
      readonly content: LayoutContent;
      readonly variables: Variables;
      /** Translations whose source text has changed; the caller decides whether to reject them. */
      readonly outdated: Errors;
    }
  | { readonly ok: false; readonly errors: Errors };

const part = z.array(z.unknown()).nullish();
export const layoutSchema = z.object({
  locale: z.string().nullish(),
  header: part,
  footer: part,
  translations: z.record(z.string(), z.unknown()).nullish(),
});

/** A layout stands in mails of every event type, so no field of one and no attribute is known. */
const everyType = { fields: [], attributes: [], everyType: true } as const;

/** Texts that a template has beside its blocks, and a layout has not. */
const headers = ['subject', 'display_name', 'preheader'];

/** Checks a layout as JSON gives it; `locale` is `en` when left out. Faults stand under `header.0.attrs.text` and so on. */
export function* checkLayoutInSteps(written: unknown): Steps<CheckedLayout> {
  const parsed = layoutSchema.safeParse(written);
  if (!parsed.success) {
    const { issues } = parsed.error;
    return { ok: false, errors: Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), [message]])) };
  }
  const { locale, header, footer, translations } = parsed.data;
  // The check finds the faults of what is no layout.
  const layout = {
    locale: locale ?? 'en',
    header: header ?? [],
    footer: footer ?? [],
    translations: translations ?? {},
  } as LayoutContent;
  const own = {
    ...(layout.header.length + layout.footer.length === 0 && { header: ['must have a block, unless footer has one'] }),
    ...headerTexts(layout.translations),
  };
  const checked = yield* checkInSteps(asTemplate(layout), everyType, layoutRoom);
  const said = checked.ok ? {} : placed(checked.errors, layout.header.length);
  if (!checked.ok || Object.keys(own).length > 0) return { ok: false, errors: { ...said, ...own } };
  return {
    ok: true,
    content: layout,
    variables: checked.variables,
    outdated: checked.outdated,
  };
}

function headerTexts(translations: Readonly<Record<string, unknown>>): Errors {
  const paths = Object.entries(translations).flatMap(([locale, texts]) =>
    headers
      .filter((id) => typeof texts === 'object' && texts !== null && Object.hasOwn(texts, id))
      .map((id) => `translations.${locale}.${id}`),
  );
  return Object.fromEntries(paths.map((path) => [path, ['The layout has no such text.']]));
}

const BLOCKS = /^composition\.document\.blocks(?:\.(\d+))?/;

/** Moves the faults of blocks to the part that they stand in. */
function placed(errors: Errors, inHeader: number): Errors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [
      path.replace(BLOCKS, (_whole, index?: string) => {
        const place = Number(index ?? 0);
        if (index === undefined) return inHeader > 0 ? 'header' : 'footer';
        return place < inHeader ? `header.${place}` : `footer.${place - inHeader}`;
      }),
      messages.map((message) => message.replace(/^The template has no/, 'The layout has no')),
    ]),
  );
}
