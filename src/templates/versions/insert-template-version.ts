import type { TemplateContent } from '../../../emails/index.ts';
import type { Ctx } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import type { LockedEventType } from '../../event-types/lock-event-type.ts';
import { newId } from '../../ground/ids.ts';
import type { LanguageSummary } from '../languages/language-summary.ts';
import type { NamedLayout } from '../layouts/lock-layout.ts';

export interface NewTemplateVersion {
  readonly content: TemplateContent;
  readonly fromLocalPart: string;
  /** The variables that the version reads. */
  readonly variables: unknown;
  /** The version that this one restores. */
  readonly restoredFrom: number | null;
  readonly languages: readonly LanguageSummary[];
  /** What the author says about the change. */
  readonly note: string | null;
}

export interface VersionPlace {
  readonly locked: LockedEventType;
  /** The layout that the content names, which is locked too; null: none. */
  readonly layout: NamedLayout | null;
}

const insertVersion = statement({
  values: {
    platformId: 'text',
    id: 'text',
    eventTypeId: 'text',
    version: 'int',
    subject: 'text',
    fromLocalPart: 'text',
    displayName: 'text',
    replyTo: 'text',
    locale: 'text',
    composition: 'jsonb',
    translations: 'jsonb',
    variables: 'jsonb',
    restoredFrom: 'int',
    languages: 'jsonb',
    savedByKey: 'text',
    note: 'text',
    layout: 'text',
    now: 'timestamptz',
    bytes: 'int',
  },
  text: (v) => `
    INSERT INTO template_versions (platform_id, id, event_type_id, version, subject, from_local_part, display_name,
                                   reply_to, locale, composition, translations, variables, restored_from, languages,
                                   saved_by_key, note, layout, created_at, content_bytes)
    VALUES (${v.platformId}, ${v.id}, ${v.eventTypeId}, ${v.version}, ${v.subject}, ${v.fromLocalPart},
            ${v.displayName}, ${v.replyTo}, ${v.locale}, ${v.composition}, ${v.translations}, ${v.variables},
            ${v.restoredFrom}, ${v.languages}, ${v.savedByKey}, ${v.note}, ${v.layout}, ${v.now}, ${v.bytes})`,
});

/**
 * Writes the next version and makes it current; returns its number. The caller holds the locks of the event type and of
 * the layout.
 */
export async function insertTemplateVersion(
  client: Queryable,
  ctx: Ctx,
  { locked, layout }: VersionPlace,
  { content, fromLocalPart, variables, restoredFrom, languages, note }: NewTemplateVersion,
): Promise<number> {
  const now = ctx.app.clock.now();
  const composition = JSON.stringify(content.composition);
  const translations = JSON.stringify(content.translations);
  const version = (locked.templateVersion ?? 0) + 1;
  await client.query(
    insertVersion({
      platformId: ctx.platformId,
      id: newId(now),
      eventTypeId: locked.id,
      version,
      subject: content.subject,
      fromLocalPart,
      displayName: content.displayName,
      replyTo: content.replyTo,
      locale: content.locale,
      composition,
      translations,
      variables: JSON.stringify(variables),
      restoredFrom,
      languages: JSON.stringify(languages),
      savedByKey: ctx.apiKeyId,
      note,
      layout: layout?.name ?? null,
      now,
      bytes: Buffer.byteLength(composition) + Buffer.byteLength(translations),
    }),
  );
  await client.query(
    'UPDATE event_types SET template_version = $3, layout_version = $4 WHERE platform_id = $1 AND id = $2',
    [ctx.platformId, locked.id, version, layout?.version ?? null],
  );
  return version;
}
