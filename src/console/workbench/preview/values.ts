/** The values that a preview is rendered with: an example or samples, a real payload, or JSON that somebody writes. */
import {
  TemplateExamplesDocument,
  TemplatePayloadsDocument,
  type TemplatePayloadsQuery,
  type TemplatePreviewContact,
} from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { isObject } from '../json-at.ts';

export const examplePrefix = 'example:';

export type RealPayload = NonNullable<TemplatePayloadsQuery['templatePayloads']>[number];

export interface Values {
  /** `sample`, `own`, `example:` with the name of an example, or the position of a real payload. */
  readonly source: string;
  /** The language of the mail; empty: that of the template. */
  readonly locale: string;
  readonly timezone: string;
  readonly scheme: 'light' | 'dark';
  readonly width: 'wide' | 'phone';
  readonly view: 'html' | 'text';
  /** JSON that somebody wrote; for `own`. */
  readonly written: string;
}

export const firstValues: Values = {
  source: 'sample',
  locale: '',
  timezone: 'UTC',
  scheme: 'light',
  width: 'wide',
  view: 'html',
  written: '{}',
};

/** What the service renders with; without payload and example the first example, or samples; null contact: a sample. */
export interface SentValues {
  readonly locale: string | null;
  readonly timezone: string;
  readonly payload: Record<string, unknown> | null;
  readonly example: string | null;
  readonly contact: TemplatePreviewContact | null;
}

export function sentValues(
  { source, locale, timezone, written }: Values,
  payloads: readonly RealPayload[],
): SentValues {
  const real = payloads[Number(source)];
  const example = source.startsWith(examplePrefix) ? source.slice(examplePrefix.length) : null;
  const shared = { locale: locale || null, timezone, example };
  if (real) {
    const { payload, contact } = real;
    return {
      ...shared,
      payload: isObject(payload) ? payload : null,
      contact: contact
        ? { email: contact.email, attributes: isObject(contact.attributes) ? contact.attributes : null }
        : null,
    };
  }
  return { ...shared, payload: source === 'own' ? objectOf(written) : null, contact: null };
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The latest real payloads; none for keys that may not see people. */
export function usePayloads(eventType: string): readonly RealPayload[] {
  const { allowWide } = useScopes();
  const { data } = useAsk(TemplatePayloadsDocument, { eventType }, { enabled: allowWide('people') });
  return data?.templatePayloads ?? [];
}

/**
 * The names of the examples that the event type accepts: first the one that the service takes in this language where no
 * other is asked for.
 */
export function useExamples(eventType: string, locale: string): readonly string[] {
  const { data } = useAsk(TemplateExamplesDocument, { eventType });
  const examples = (data?.eventType?.examples ?? []).filter(({ fits }) => fits);
  const nearest = nearestLocale(
    locale,
    examples.flatMap((example) => example.locale ?? []),
  );
  const taken = examples.find((example) => (example.locale ?? undefined) === nearest);
  return [...(taken ? [taken] : []), ...examples.filter((example) => example !== taken)].map(({ name }) => name);
}

/** The language that a mail to `wanted` gets, of those that the template has: `de` for `de-AT`. */
export function nearestLocale(wanted: string, locales: readonly string[]): string | undefined {
  for (let tag = wanted; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = locales.find((locale) => locale.toLowerCase() === tag.toLowerCase());
    if (found) return found;
  }
  return undefined;
}
