import type { TemplateContent } from '../../emails/index.ts';
import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import type { LockedEventType } from '../event-types/lock-event-type.ts';
import { newId } from '../ids.ts';

export interface NewTemplateVersion {
  readonly content: TemplateContent;
  readonly fromLocalPart: string;
  /** `{event, contact, system}`: the variables it reads. */
  readonly variables: unknown;
  /** The version that this one restores. */
  readonly restoredFrom: number | null;
}

/** Writes the next version and puts it in force; gives its number. `locked` holds the event type's row lock. */
export async function insertTemplateVersion(
  client: Queryable,
  ctx: Ctx,
  locked: LockedEventType,
  { content, fromLocalPart, variables, restoredFrom }: NewTemplateVersion,
): Promise<number> {
  const now = ctx.app.clock.now();
  const composition = JSON.stringify(content.composition);
  const translations = JSON.stringify(content.translations);
  const version = (locked.templateVersion ?? 0) + 1;
  await client.query(
    `INSERT INTO template_versions (platform_id, id, event_type_id, version, subject, from_local_part, display_name,
                                    reply_to, locale, composition, translations, variables, restored_from, created_at,
                                    content_bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ctx.platformId,
      newId(now),
      locked.id,
      version,
      content.subject,
      fromLocalPart,
      content.displayName,
      content.replyTo,
      content.locale,
      composition,
      translations,
      JSON.stringify(variables),
      restoredFrom,
      now,
      Buffer.byteLength(composition) + Buffer.byteLength(translations),
    ],
  );
  await client.query('UPDATE event_types SET template_version = $3 WHERE platform_id = $1 AND id = $2', [
    ctx.platformId,
    locked.id,
    version,
  ]);
  return version;
}
