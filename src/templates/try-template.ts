/** What a template would make of the events that were really emitted: who would see a fallback, and how large it is. */
import type { CompiledTemplate } from '../../emails/compile.tsx';
import { fallbacksOf } from '../../emails/fallbacks.ts';
import { MAX_RENDERED, renderTemplate, TemplateTooLarge } from '../../emails/render.ts';
import type { TemplateContent } from '../../emails/template.ts';
import type { TemplateValues } from '../../emails/values.ts';
import type { Ctx } from '../context.ts';
import type { EventField } from '../event-types/event-field.ts';
import { messageLocale } from './compiled-template.ts';
import { previewValues } from './preview-values.ts';
import { type RecentEvent, recentEvents } from './recent-events.ts';

/** How many payloads are tried. */
const payloadsTried = 100;
/** Bytes of HTML beyond which Gmail cuts a mail off. */
export const htmlBytesMax = 100 * 1024;

export interface TemplateTrial {
  readonly payloads: number;
  /** Payloads of which at least one tag would fall back. */
  readonly fallingBack: number;
  readonly locales: readonly LocaleTrial[];
}

export interface LocaleTrial {
  readonly locale: string;
  readonly payloads: number;
  readonly fallingBack: number;
  /** Tags that would fall back, the most frequent first. */
  readonly tags: readonly { readonly tag: string; readonly payloads: number }[];
  /** Of the largest mail; of sample values when no payload goes out in this language. */
  readonly htmlBytes: number;
}

export interface Tried {
  readonly eventTypeId: string;
  readonly fields: readonly EventField[];
  readonly content: TemplateContent;
  compile(locale: string): Promise<CompiledTemplate>;
}

export async function tryTemplate(ctx: Ctx, { eventTypeId, fields, content, compile }: Tried): Promise<TemplateTrial> {
  const events = await recentEvents(ctx, eventTypeId, payloadsTried);
  const sample = await previewValues(ctx, fields, {});
  const fallbacks = fallbacksOf(fields);
  const own = new Set([content.locale, ...Object.keys(content.translations)]);
  const locales: LocaleTrial[] = [];
  for (const locale of own) {
    const compiled = await compile(locale);
    const mails = events
      .filter(({ wanted }) => messageLocale(content, wanted) === locale)
      .map((event) => outcomeOf(compiled, valuesOf(event, sample), { locale, timezone: event.timezone, fallbacks }));
    const shown = mails.length > 0 ? mails : [outcomeOf(compiled, sample, { locale, timezone: 'UTC', fallbacks })];
    locales.push({
      locale,
      payloads: mails.length,
      fallingBack: mails.filter(({ fellBack }) => fellBack.length > 0).length,
      tags: tally(mails.flatMap(({ fellBack }) => fellBack)),
      htmlBytes: Math.max(...shown.map(({ htmlBytes }) => htmlBytes)),
    });
  }
  return {
    payloads: events.length,
    fallingBack: locales.reduce((sum, { fallingBack }) => sum + fallingBack, 0),
    locales,
  };
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
      // As when it is sent: nobody but a contact has anything to unsubscribe from.
      unsubscribe_url: contact === null ? null : sample.system.unsubscribe_url,
    },
  };
}

interface Outcome {
  readonly fellBack: readonly string[];
  readonly htmlBytes: number;
}

function outcomeOf(
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: Parameters<typeof renderTemplate>[2],
): Outcome {
  try {
    const { fellBack, html } = renderTemplate(compiled, values, options);
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
