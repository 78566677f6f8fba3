/** The mail of a message as it went, for people who look into it (docs/rules.md#rendered-mail). */
import { type RenderedTemplate, TemplateTooLarge } from '../../emails/index.ts';
import type { Ctx } from '../context.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { loadTemplate } from '../templates/compiled-template.ts';
import { type HeaderField, seenHeaders } from './seen-headers.ts';
import { type FixedContent, renderContent } from './sending/render-content.ts';
import { begunAtSql } from './states/send-at.ts';
import { isShownSql } from './states/unkept-content-sql.ts';

/** The content of a message, while it is kept. */
export interface KeptContent extends FixedContent {
  readonly id: string;
  readonly workspaceId: string;
  readonly recipient: string;
  /** The message whose mail this is a copy of; null: it is no copy. */
  readonly primaryId: string | null;
  /** When it was to leave, as its header says. */
  readonly begunAt: Date;
  /** Domain of the sender; null where the emit had none, and once the domain was replaced. */
  readonly domain: string | null;
  /** Key of its topic; null: transactional mail. */
  readonly topic: string | null;
}

export interface SeenMail
  extends Pick<RenderedTemplate, 'subject' | 'html' | 'text' | 'displayName' | 'replyTo' | 'files'> {
  /** Address of the sender; null where its domain is no longer known. */
  readonly from: string | null;
  readonly headers: readonly HeaderField[];
}

/**
 * Returns the contents of the messages whose content is kept and may be shown. A person who is being erased has none.
 * `bytesMost`: contents with more bytes of payload and values, as JSON, are left out; null: none is.
 */
export async function loadContents(
  { app, platformId }: Ctx,
  ids: readonly string[],
  bytesMost: number | null = null,
): Promise<readonly KeptContent[]> {
  const { rows } = await app.db.pool.query<KeptContent>(
    `SELECT m.id, m.platform_id AS "platformId", m.workspace_id AS "workspaceId", m.recipient,
            m.primary_id AS "primaryId", ${begunAtSql('m')} AS "begunAt", m.event_type_id AS "eventTypeId",
            e.event_type_version AS "eventTypeVersion", m.template_version_id AS "templateVersionId",
            m.brand_version AS "brandVersion", m.layout_version AS "layoutVersion", m.locale,
            m.timezone, m.values, m.topic, e.payload, d.domain
     FROM messages m
     JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id
     LEFT JOIN sending_domains d ON d.platform_id = m.platform_id AND d.id = m.sending_domain_id
     WHERE m.id = ANY($2) AND m.platform_id = $1 AND m.created_at > $3
       AND m.recipient IS NOT NULL AND m.values IS NOT NULL AND e.payload IS NOT NULL
       AND CASE WHEN $4::int IS NULL THEN true
             -- The stored size is known without reading a large value; it is at most so much larger than the text.
             WHEN pg_column_size(e.payload) + pg_column_size(m.values) > 8 * $4 THEN false
             ELSE octet_length(e.payload::text) + octet_length(m.values::text) <= $4 END
       AND ${isShownSql('m')}`,
    [platformId, ids, keptSince(eventLifetime, app.clock.now()), bytesMost],
  );
  return rows;
}

/**
 * Renders the mail of a message again: mails are not stored, and the same content gives the same mail. Without the
 * pixel of open tracking, so that looking at it counts as no open. Null where the mail is too large to be rendered, as it
 * was at the attempt.
 */
export async function renderAgain({ app, platformId }: Ctx, content: KeptContent): Promise<SeenMail | null> {
  const { fromLocalPart } = await loadTemplate(app, platformId, content.templateVersionId);
  try {
    const { subject, html, text, displayName, replyTo, files } = await renderContent(app, content, null);
    const from = content.domain === null ? null : `${fromLocalPart}@${content.domain}`;
    const headers = await seenHeaders(app, content, { subject, displayName, replyTo, from });
    return { subject, html, text, displayName, replyTo, files, from, headers };
  } catch (error) {
    if (error instanceof TemplateTooLarge) return null;
    throw error;
  }
}
