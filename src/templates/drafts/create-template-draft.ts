import type { Ctx } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { statement } from '../../db/rows.ts';
import { lockEventType } from '../../event-types/lock-event-type.ts';
import { DomainError, invalid, notFound } from '../../ground/errors/errors.ts';
import { newId } from '../../ground/ids.ts';
import { parseInput } from '../../ground/input/input.ts';
import { checkDraftSize } from './check-draft-size.ts';
import { draftColumns, draftColumnTypes } from './draft-columns.ts';
import { draftCreate, emptyContent } from './draft-input.ts';

/** Drafts of one event type (docs/rules.md#template-drafts). */
const draftsMax = 50;

const insertDraft = statement({
  values: {
    platformId: 'text',
    id: 'text',
    eventTypeId: 'text',
    name: 'text',
    base: 'int',
    ...draftColumnTypes,
    key: 'text',
    now: 'timestamptz',
  },
  text: (v) => `
    INSERT INTO template_drafts (platform_id, id, event_type_id, name, revision, base_version, subject,
                                 from_local_part, display_name, reply_to, locale, composition, translations,
                                 content_bytes, saved_by_key, created_at, updated_at)
    VALUES (${v.platformId}, ${v.id}, ${v.eventTypeId}, ${v.name}, 1, ${v.base}, ${v.subject}, ${v.fromLocalPart},
            ${v.displayName}, ${v.replyTo}, ${v.locale}, ${v.composition}, ${v.translations}, ${v.bytes}, ${v.key},
            ${v.now}, ${v.now})`,
});

const copyVersion = statement({
  values: {
    platformId: 'text',
    id: 'text',
    eventTypeId: 'text',
    name: 'text',
    base: 'int',
    key: 'text',
    now: 'timestamptz',
  },
  text: (v) => `
    INSERT INTO template_drafts (platform_id, id, event_type_id, name, revision, base_version, subject,
                                 from_local_part, display_name, reply_to, locale, composition, translations,
                                 content_bytes, saved_by_key, created_at, updated_at)
    SELECT platform_id, ${v.id}, event_type_id, ${v.name}, 1, version, subject, from_local_part, display_name, reply_to,
           locale, composition, translations, content_bytes, ${v.key}, ${v.now}, ${v.now}
    FROM template_versions
    WHERE platform_id = ${v.platformId} AND event_type_id = ${v.eventTypeId} AND version = ${v.base}`,
});

interface DraftCreation {
  readonly name: string;
  readonly baseVersion?: number | null | undefined;
  readonly content?: unknown;
}

/**
 * Stores a draft of an event type's template (docs/rules.md#template-drafts). Without content the draft begins with
 * that of the version it is based on, the current one by default. Rejects with `not_found`, `validation_failed`,
 * `payload_too_large` and `draft_ceiling_reached`.
 */
export async function createTemplateDraft(
  ctx: Ctx,
  { eventType, input }: { readonly eventType: string; readonly input: DraftCreation },
): Promise<{ readonly id: string }> {
  checkDraftSize(input.content);
  const { name, baseVersion, content } = parseInput(draftCreate, input);
  const now = ctx.app.clock.now();
  const id = newId(now);
  await ctx.app.db.transaction(async (client) => {
    const locked = await lockEventType(client, ctx, eventType);
    if (!locked) throw notFound('eventType');
    const base = baseVersion ?? locked.templateVersion;
    if (base !== null && base > (locked.templateVersion ?? 0)) throw invalid({ baseVersion: ['is no saved version'] });
    await checkRoom(client, ctx, locked.id);
    const { platformId, apiKeyId: key } = ctx;
    const draft = { platformId, id, eventTypeId: locked.id, name, base, key, now };
    if (content == null && base !== null) await client.query(copyVersion(draft));
    else await client.query(insertDraft({ ...draft, ...draftColumns(content ?? emptyContent) }));
  });
  return { id };
}

async function checkRoom(client: Queryable, { platformId }: Ctx, eventTypeId: string): Promise<void> {
  const { rows } = await client.query<{ drafts: number }>(
    'SELECT count(*)::int AS drafts FROM template_drafts WHERE platform_id = $1 AND event_type_id = $2',
    [platformId, eventTypeId],
  );
  if ((rows[0]?.drafts ?? 0) >= draftsMax) throw new DomainError('draft_ceiling_reached');
}
