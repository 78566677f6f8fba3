/** The check of a save: whether a template can be compiled, what it reads, and the path of every fault. */
import { z } from 'zod';
import { atOnce, type Steps } from '../../src/ground/steps.ts';
import {
  besideLayout,
  type Composition,
  compositionSchema,
  type DocumentRoom,
  MAX_SUBJECT,
  tooManyParts,
  wholeRoom,
} from '../document/composition.ts';
import { isLocale } from '../document/locales.ts';
import { localizableTexts } from '../document/localizable-texts.ts';
import type { TemplateContent } from '../document/template.ts';
import { hint } from '../language/hint.ts';
import { faultOf } from '../language/known-variables.ts';
import { OUTERMOST, type Source } from '../language/sources.ts';
import { suggestVariable } from '../language/suggest-variable.ts';
import type { Known } from '../language/variable-names.ts';
import { type ReadableContent, readableContent } from '../read/readable-content.ts';
import { quietReader, type Reader, readSlotText } from '../read/reader.ts';
import { isAddress, MAX_DISPLAY_NAME, MAX_REPLY_TO } from '../render/header-fields.ts';
import { checkTranslations } from './check-translations.ts';
import { reportIssues } from './report-issues.ts';
import { TemplateFaults } from './template-faults.ts';

export interface Variables {
  /** Paths below `event`; each list is sorted and without duplicates. */
  readonly event: readonly string[];
  /** `email`, `reference`, `attributes.<key>`. */
  readonly contact: readonly string[];
  readonly system: readonly string[];
  /** Absent where the template reads none. */
  readonly brand?: readonly string[];
}

type Errors = Readonly<Record<string, readonly string[]>>;

/** Where a composition names its layout. */
const LAYOUT_PATH = 'composition.document.settings.layout';

export type CheckedTemplate =
  | {
      readonly ok: true;
      readonly content: TemplateContent;
      readonly variables: Variables;
      /** Translations whose source text has changed; the caller decides whether to reject them. */
      readonly outdated: Errors;
    }
  | { readonly ok: false; readonly errors: Errors };

/** The texts of a template beside its composition. */
export const headerSchema = z.strictObject({
  subject: z.string().min(1, 'must not be empty').max(MAX_SUBJECT).describe('Subject line; can be translated.'),
  displayName: z.string().max(MAX_DISPLAY_NAME).nullish().describe("The sender's name; can be translated."),
  replyTo: z.string().max(MAX_REPLY_TO).nullish().describe('Address of the Reply-To header; none by default.'),
});

const contentSchema = headerSchema.extend({
  locale: z.string().refine(isLocale, 'must be a language tag such as en or pt-BR'),
  composition: compositionSchema,
  /** Checked language by language, since there may be very many. */
  translations: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * @param content subject, displayName, replyTo, locale, composition, translations, as JSON gives them.
 * @param known What merge tags may read.
 * @returns The content with its nulls filled in, else the faults by path (`composition.document.blocks.2.attrs.href`,
 * `translations.de.<field id>`). Never throws, whatever the JSON.
 */
export function checkTemplate(content: unknown, known: Known): CheckedTemplate {
  return atOnce(checkInSteps(content, known));
}

/** Like `checkTemplate`, with a step for each block and each translated text. */
export function* checkInSteps(content: unknown, known: Known, most?: DocumentRoom): Steps<CheckedTemplate> {
  const faults = new TemplateFaults();
  const fault = (path: string, message: string) => faults.add(path, message);
  const parsed = contentSchema.safeParse(content);
  if (!parsed.success) reportIssues(parsed.error.issues, '', { fault }, contentSchema);
  const written = parsed.data ?? readableContent(content);
  let isWhole = parsed.success;
  const { preheader = '', layout } = written.composition.document.settings ?? {};
  const room = most ?? (layout === undefined ? wholeRoom : besideLayout);
  const sources = new Map<string, Source>();
  let parts = 0;
  const reader: Reader = {
    mostBlocks: room.blocks,
    translate: () => null,
    fault,
    enough: () => faults.full,
    skips: () => {
      isWhole = false;
    },
    suggest: (name, scope) => suggestVariable(name, scope, known),
    holds: (count) => {
      parts += count;
    },
    languages: quietReader.languages,
    localizable: () => undefined,
    reads: (source, use, scope, path) => {
      const message = faultOf(source, use, scope, known);
      if (message === null) sources.set(`${source.root === 'item' ? 'event' : source.root}:${source.name}`, source);
      else fault(path, message);
    },
  };
  if (layout !== undefined && known.layouts?.includes(layout) === false) {
    fault(LAYOUT_PATH, `The platform has no such layout.${hint(layout, known.layouts)}`);
  }
  checkHeaders(written, reader);
  readSlotText('plain', preheader, HEADER, 'composition.document.settings.preheader', reader);
  const texts = yield* localizableTexts(written, reader);
  if (parts > room.parts) fault('composition.document.blocks', tooManyParts(room));
  const outdated = yield* checkTranslations(written.translations ?? {}, { texts, isWhole, room }, reader);
  if (!faults.none || !parsed.success) return { ok: false, errors: faults.errors };
  return { ok: true, content: contentOf(content), variables: variablesOf([...sources.values()]), outdated };
}

/** The rules of no language matter to a check. */
const HEADER = { scope: OUTERMOST, locale: 'en' } as const;

function checkHeaders(written: ReadableContent, reader: Reader): void {
  for (const key of ['subject', 'displayName', 'replyTo'] as const) {
    const value = written[key];
    if (value === null || value === undefined) continue;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: header fields hold none
    if (/[\u0000-\u001f\u007f]/.test(value)) reader.fault(key, 'must be one line without control characters');
    const { tags } = readSlotText('plain', value, HEADER, key, reader);
    if (key === 'replyTo' && tags.length === 0 && !isAddress(value)) reader.fault(key, 'must be an email address');
  }
}

/** Returns the content as sent, so that a read returns what was saved; the schema has checked every key. */
function contentOf(content: unknown): TemplateContent {
  const sent = content as Partial<TemplateContent> & { readonly composition: Composition };
  return {
    subject: sent.subject ?? '',
    displayName: sent.displayName ?? null,
    replyTo: sent.replyTo ?? null,
    locale: sent.locale ?? '',
    composition: sent.composition,
    translations: sent.translations ?? {},
  };
}

/** A field of an item is read through its list, so it counts as a field of the event. */
function variablesOf(sources: readonly Source[]): Variables {
  const sorted = (names: readonly string[]) => [...new Set(names)].sort();
  const below = (root: string) =>
    sources.flatMap(({ name }) => (name.startsWith(`${root}.`) ? [name.slice(root.length + 1)] : []));
  const brand = sorted(below('brand'));
  return {
    event: sorted(below('event')),
    contact: sorted([...below('contact'), ...below('attributes').map((key) => `attributes.${key}`)]),
    system: sorted(below('system')),
    ...(brand.length > 0 && { brand }),
  };
}
