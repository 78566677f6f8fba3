/**
 * Renders a template with the latest emitted events: reports how many mails would show a fallback, and the size of the
 * HTML (docs/rules.md#template-trial).
 */
import {
  type CompiledTemplate,
  type CompositionBlock,
  fallbacksOf,
  MAX_RENDERED,
  type RenderOptions,
  renderInSteps,
  type TemplateContent,
  TemplateTooLarge,
  type TemplateValues,
} from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import type { EventField } from '../../event-types/event-field.ts';
import type { EventTypeExample } from '../../event-types/event-type-examples.ts';
import { fittingExamples } from '../../event-types/saved-examples.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { readAndDrop } from '../../ground/lists/read-budget.ts';
import { findLostAnswers, type LostAnswers } from '../lost-answers.ts';
import { messageLanguage } from '../message-language.ts';
import { previewValues } from '../preview/preview-values.ts';
import { type RecentEvent, readableBatches, readEvents, recentHeads } from './recent-events.ts';

/** Payloads of one trial. */
const payloadsTried = 100;
/** Bytes of their JSON, with the other values of their mails. */
const payloadBytesTried = 16 * 1_024 * 1_024;
/** Characters of templates that one trial compiles, over all languages: about five seconds of work. */
const charactersTried = 12_000_000;
/** Cost of a block beside its characters. */
const charactersOfBlock = 1_000;
/** Characters of HTML that one trial renders. */
const charactersMade = 200_000_000;
/** Bytes of HTML beyond which Gmail cuts a mail off. */
export const htmlBytesMax = 100 * 1024;

export interface TemplateTrial {
  readonly payloads: number;
  /** Of the latest 100 payloads, the older ones that were not tried, because they have more bytes than one trial reads. */
  readonly leftOut: number;
  /** Payloads with at least one tag that would fall back. */
  readonly fallingBack: number;
  readonly locales: readonly LocaleTrial[];
  /** Languages that were not tried, with their payloads, because trying all would take too long. */
  readonly untried: readonly string[];
  /** Null: none. */
  readonly lostAnswers: LostAnswers | null;
}

export interface LocaleTrial {
  readonly locale: string;
  readonly payloads: number;
  readonly fallingBack: number;
  /** Tags that would fall back, the most frequent first. */
  readonly tags: readonly { readonly tag: string; readonly payloads: number }[];
  /** Bytes of the largest mail; with the examples, or sample values, when no payload has this language. */
  readonly htmlBytes: number;
}

export interface Tried {
  readonly eventTypeId: string;
  readonly fields: readonly EventField[];
  readonly examples: readonly EventTypeExample[];
  readonly content: TemplateContent;
  compile(locale: string): Promise<CompiledTemplate>;
}

export async function tryTemplate(ctx: Ctx, tried: Tried): Promise<TemplateTrial> {
  const { eventTypeId, fields, examples, content, compile } = tried;
  const { heads, leftOut } = await recentHeads(ctx, eventTypeId, { count: payloadsTried, bytesMax: payloadBytesTried });
  const sample = await previewValues(ctx, { fields, examples: [] }, {});
  const madeUp = exampleValues(sample, fittingExamples(fields, examples));
  const fallbacks = fallbacksOf(fields);
  const size = sizesOf(content);
  const left = { compile: charactersTried, make: charactersMade };
  const locales: LocaleTrial[] = [];
  const untried: string[] = [];
  for (const locale of new Set([content.locale, ...Object.keys(content.translations)])) {
    left.compile -= size(locale);
    // The template's own language is always tried.
    if (locales.length > 0 && (left.compile < 0 || left.make < 0)) {
      untried.push(locale);
      continue;
    }
    const compiled = await compile(locale);
    const mails: PayloadTrial[] = [];
    const make = async (values: TemplateValues, timezone: string) => {
      const outcome = await tryPayload(ctx, compiled, values, { locale, timezone, fallbacks });
      left.make -= outcome.htmlBytes;
      return outcome;
    };
    const ofLocale = heads.filter(({ wanted }) => messageLanguage(content, wanted) === locale);
    for (const batch of readableBatches(ofLocale)) {
      if (left.make < 0) break;
      await readAndDrop(async () => {
        for (const event of await readEvents(ctx, batch)) {
          if (left.make >= 0) mails.push(await make(valuesOf(event, sample), event.timezone));
        }
      });
    }
    const shown = [...mails];
    for (const values of mails.length > 0 ? [] : madeUp) {
      if (shown.length === 0 || left.make >= 0) shown.push(await make(values, 'UTC'));
    }
    locales.push({
      locale,
      payloads: mails.length,
      fallingBack: mails.filter(({ fellBack }) => fellBack.length > 0).length,
      tags: tally(mails.flatMap(({ fellBack }) => fellBack)),
      htmlBytes: Math.max(...shown.map(({ htmlBytes }) => htmlBytes)),
    });
    if (left.make < 0) untried.push(locale);
  }
  return {
    payloads: heads.length,
    leftOut,
    fallingBack: locales.reduce((sum, { fallingBack }) => sum + fallingBack, 0),
    locales,
    untried,
    lostAnswers: await findLostAnswers(ctx, content),
  };
}

/** What a language without payloads is tried with. */
function exampleValues(sample: TemplateValues, examples: readonly EventTypeExample[]): readonly TemplateValues[] {
  return examples.length === 0 ? [sample] : examples.map(({ payload }) => ({ ...sample, event: payload }));
}

/** Returns the characters that compiling a language reads: those of the composition and of the translation. */
function sizesOf({ composition, translations }: TemplateContent): (locale: string) => number {
  const shared = JSON.stringify(composition).length + blocksIn(composition.document.blocks) * charactersOfBlock;
  return (locale) => shared + JSON.stringify(translations[locale] ?? {}).length;
}

function blocksIn(blocks: readonly CompositionBlock[]): number {
  return blocks.reduce((sum, { children = [], columns = [] }) => {
    const inColumns = columns.reduce((held, column) => held + blocksIn(column.children ?? []), 0);
    return sum + 1 + blocksIn(children) + inColumns;
  }, 0);
}

function valuesOf({ payload, values, contact, workspaceName }: RecentEvent, sample: TemplateValues): TemplateValues {
  return {
    event: payload,
    contact: values?.contact ?? {
      email: contact?.email ?? sample.contact.email,
      reference: contact?.reference ?? null,
    },
    attributes: values?.attributes ?? contact?.attributes ?? {},
    system: {
      ...sample.system,
      workspace_name: workspaceName,
      // As in a real mail: only a contact gets an unsubscribe link.
      unsubscribe_url: contact === null ? null : sample.system.unsubscribe_url,
    },
  };
}

interface PayloadTrial {
  readonly fellBack: readonly string[];
  readonly htmlBytes: number;
}

async function tryPayload(
  ctx: Ctx,
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
): Promise<PayloadTrial> {
  try {
    // As it is sent: pictures that come with the mail are no part of its HTML.
    const sent = { ...options, attachesPictures: true };
    const { fellBack, html } = await giveWayFairly(ctx.platformId, renderInSteps(compiled, values, sent));
    return { fellBack, htmlBytes: Buffer.byteLength(html) };
  } catch (error) {
    if (error instanceof TemplateTooLarge) return { fellBack: [], htmlBytes: MAX_RENDERED };
    throw error;
  }
}

function tally(tags: readonly string[]): LocaleTrial['tags'] {
  const counts = new Map<string, number>();
  for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, payloads]) => ({ tag, payloads })).sort((a, b) => b.payloads - a.payloads);
}
