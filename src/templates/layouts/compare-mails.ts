/** One template with the layout as it is and as it would be (docs/rules.md#layout-changes). */
import {
  type CompiledTemplate,
  type RenderedTemplate,
  type RenderOptions,
  renderInSteps,
  TemplateTooLarge,
  type TemplateValues,
} from '../../../emails/index.ts';
import { giveWayFairly } from '../../ground/give-way/give-way-fairly.ts';
import { htmlBytesMax } from '../trials/try-template.ts';

export type Mail = Pick<RenderedTemplate, 'subject' | 'html' | 'text'>;

export interface ComparedMails {
  readonly differs: boolean;
  /** Sentences about what the change would break; empty: nothing. */
  readonly breaks: readonly string[];
  /** Null where the mail is too large to be rendered. */
  readonly before: Mail | null;
  readonly after: Mail | null;
}

interface Rendered extends Mail {
  readonly fellBack: readonly string[];
  readonly bytes: number;
}

export async function compareMails(
  platformId: string,
  [before, after]: readonly [CompiledTemplate, CompiledTemplate],
  values: TemplateValues,
  options: RenderOptions,
): Promise<ComparedMails> {
  const render = (compiled: CompiledTemplate) => rendered(platformId, compiled, values, options);
  const [was, would] = [await render(before), await render(after)];
  return {
    differs: was?.html !== would?.html || was?.text !== would?.text,
    breaks: [
      ...brokenBySize(was, would),
      ...brokenByTags(was, would),
      ...(before.readsUnsubscribeUrl && !after.readsUnsubscribeUrl
        ? ['The mail would lose its unsubscribe link.']
        : []),
    ],
    before: was,
    after: would,
  };
}

async function rendered(
  platformId: string,
  compiled: CompiledTemplate,
  values: TemplateValues,
  options: RenderOptions,
): Promise<Rendered | null> {
  try {
    const { subject, html, text, fellBack } = await giveWayFairly(platformId, renderInSteps(compiled, values, options));
    return { subject, html, text, fellBack, bytes: Buffer.byteLength(html) };
  } catch (error) {
    if (error instanceof TemplateTooLarge) return null;
    throw error;
  }
}

/** A mail that is too large already is no fault of the change. */
function brokenBySize(was: Rendered | null, would: Rendered | null): readonly string[] {
  if (would === null) return was === null ? [] : ['The mail would be too large to be rendered.'];
  if (would.bytes <= htmlBytesMax || was === null || was.bytes > htmlBytesMax) return [];
  return [`The HTML would have ${would.bytes} bytes. Beyond ${htmlBytesMax} Gmail cuts a mail off.`];
}

function brokenByTags(was: Rendered | null, would: Rendered | null): readonly string[] {
  const missing = (would?.fellBack ?? []).filter((tag) => !was?.fellBack.includes(tag));
  return missing.length === 0 ? [] : [`There would be no value for ${missing.join(', ')}.`];
}
