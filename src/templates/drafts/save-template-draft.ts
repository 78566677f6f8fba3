import type { Ctx } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { DomainError, invalid, notFound } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';
import { parseInput } from '../../ground/input/input.ts';
import { checkDraftSize } from './check-draft-size.ts';
import { draftColumns, draftColumnTypes } from './draft-columns.ts';
import { draftSave, emptyContent } from './draft-input.ts';

const update = statement({
  values: {
    platformId: 'text',
    id: 'text',
    name: 'text',
    base: 'int',
    replaces: 'boolean',
    ...draftColumnTypes,
    key: 'text',
    now: 'timestamptz',
  },
  text: (v) => `
    UPDATE template_drafts
    SET revision = revision + 1,
        name = coalesce(${v.name}, name),
        base_version = coalesce(${v.base}, base_version),
        subject = CASE WHEN ${v.replaces} THEN ${v.subject} ELSE subject END,
        from_local_part = CASE WHEN ${v.replaces} THEN ${v.fromLocalPart} ELSE from_local_part END,
        display_name = CASE WHEN ${v.replaces} THEN ${v.displayName} ELSE display_name END,
        reply_to = CASE WHEN ${v.replaces} THEN ${v.replyTo} ELSE reply_to END,
        locale = CASE WHEN ${v.replaces} THEN ${v.locale} ELSE locale END,
        composition = CASE WHEN ${v.replaces} THEN ${v.composition} ELSE composition END,
        translations = CASE WHEN ${v.replaces} THEN ${v.translations} ELSE translations END,
        content_bytes = CASE WHEN ${v.replaces} THEN ${v.bytes} ELSE content_bytes END,
        saved_by_key = ${v.key},
        updated_at = ${v.now}
    WHERE platform_id = ${v.platformId} AND id = ${v.id}`,
});

interface LockedDraft {
  readonly revision: number;
  /** The current version of the template; null: none. */
  readonly current: number | null;
}

/**
 * Changes a draft; fields that are left out stay, and content is replaced as a whole (docs/rules.md#template-drafts).
 * Rejects with `not_found`, `validation_failed`, `payload_too_large`, and with `version_conflict` under `revision` when
 * the draft has been saved since that revision.
 */
export async function saveTemplateDraft(
  ctx: Ctx,
  { id, input }: { readonly id: string; readonly input: { readonly content?: unknown } },
): Promise<{ readonly id: string }> {
  checkDraftSize(input.content);
  const { revision, name, baseVersion, content } = parseInput(draftSave, input);
  if (!isId(id)) throw notFound('templateDraft');
  const { app, platformId, apiKeyId: key } = ctx;
  await app.db.transaction(async (client) => {
    const { rows } = await client.query<LockedDraft>(
      `SELECT d.revision, t.template_version AS current
       FROM template_drafts d JOIN event_types t ON t.platform_id = d.platform_id AND t.id = d.event_type_id
       WHERE d.platform_id = $1 AND d.id = $2 FOR UPDATE OF d`,
      [platformId, id],
    );
    const [locked] = rows;
    if (!locked) throw notFound('templateDraft');
    checkRevision(revision ?? null, locked.revision);
    if (baseVersion != null && baseVersion > (locked.current ?? 0)) {
      throw invalid({ baseVersion: ['is no saved version'] });
    }
    await client.query(
      update({
        platformId,
        id,
        name: name ?? null,
        base: baseVersion ?? null,
        replaces: content != null,
        ...draftColumns(content ?? emptyContent),
        key,
        now: app.clock.now(),
      }),
    );
  });
  return { id };
}

/** Throws `version_conflict` when somebody has saved the draft since revision `known`; null checks nothing. */
export function checkRevision(known: number | null, revision: number): void {
  if (known === null || known === revision) return;
  if (known > revision) throw invalid({ revision: ['is no saved revision'] });
  throw draftConflict(`revision ${revision} has been saved since`);
}

export function draftConflict(message: string): DomainError {
  const errors = { revision: [message] };
  return new DomainError('version_conflict', 'The draft has been saved, published or deleted since.', { errors });
}
