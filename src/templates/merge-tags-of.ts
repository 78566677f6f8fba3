import { type EventField, isLocale, listMergeTags, type MergeTag } from '../../emails/index.ts';
import { listAttributeDefinitions } from '../attributes/list-attribute-definitions.ts';
import type { Ctx } from '../context.ts';
import { invalid } from '../ground/errors/errors.ts';

/** Attributes whose tags are listed, by key (docs/rules.md#merge-tag-list). */
const attributesListed = 200;

type Attributes = Awaited<ReturnType<typeof tagAttributes>>;

interface Sources {
  readonly fields: readonly EventField[];
  readonly attributes: Attributes;
  /** Values of the fields, where the event type has an example. */
  readonly example: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the platform's first attribute definitions by key. */
export function tagAttributes(ctx: Ctx) {
  const select = { key: true, type: true } as const;
  return listAttributeDefinitions(ctx, {}, { limit: attributesListed, inverted: false }, { select });
}

/** Returns the merge tags of an event type with these fields. Throws `validation_failed` under `locale`. */
export function mergeTagsOf(sources: Sources, locale: string): readonly MergeTag[] {
  if (!isLocale(locale)) throw invalid({ locale: ['must be a language tag such as en or pt-BR'] });
  return listMergeTags(sources, { locale, timezone: 'UTC' });
}
