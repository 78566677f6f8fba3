/** The readable parts of a template whose envelope has faults, so that the faults inside are reported too. */
import { MAX_BLOCKS, MAX_SUBJECT, MAX_TEXT } from '../document/composition.ts';
import { MAX_DISPLAY_NAME, MAX_REPLY_TO } from '../render/header-fields.ts';

/** The parts whose texts are read. A part with reported faults is empty here. */
export interface ReadableContent {
  readonly subject: string;
  readonly displayName?: string | null | undefined;
  readonly replyTo?: string | null | undefined;
  readonly composition: {
    readonly document: {
      readonly settings?: { readonly preheader?: string | undefined; readonly layout?: string | undefined } | undefined;
      readonly blocks: readonly unknown[];
    };
  };
  readonly translations?: Readonly<Record<string, unknown>> | null | undefined;
}

export function readableContent(content: unknown): ReadableContent {
  const { subject, displayName, replyTo, composition, translations } = fieldsOf(content);
  const { settings, blocks } = fieldsOf(fieldsOf(composition).document);
  return {
    subject: textOf(subject, MAX_SUBJECT),
    displayName: textOf(displayName, MAX_DISPLAY_NAME) || null,
    replyTo: textOf(replyTo, MAX_REPLY_TO) || null,
    composition: {
      document: {
        settings: { preheader: textOf(fieldsOf(settings).preheader, MAX_TEXT) },
        blocks: Array.isArray(blocks) ? blocks.slice(0, MAX_BLOCKS) : [],
      },
    },
    translations: fieldsOf(translations),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function textOf(value: unknown, max: number): string {
  return typeof value === 'string' && value.length <= max ? value : '';
}
