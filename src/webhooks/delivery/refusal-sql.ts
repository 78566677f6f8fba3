/** What a server said that refused a message, for bodies of version 2 (docs/rules.md#webhook-body-versions). */
import { type Only, ofAny } from '../../db/rows.ts';
import type { WebhookType } from '../webhook-types.ts';

export interface Refusal {
  /** Such as 550; null where the server said none, or none was reached. */
  readonly code: number | null;
  /** Such as 5.1.1. */
  readonly enhanced: string | null;
  readonly category: string | null;
  readonly reply: string | null;
}

/** Webhooks whose message may have been refused. */
export const refusedTypes: readonly WebhookType[] = ['message.bounced', 'message.failed', 'message.expired'];

export const refusalVersion = 2;

/** The latest refusal of the message `m`, by an attempt or by a report, where the endpoint `e` asks for it; else null. */
export const refusalSql = (
  m: string,
  e: string,
  only: Only = ofAny,
) => `CASE WHEN ${e}.body_version = ${refusalVersion} THEN (
      SELECT jsonb_build_object('code', r.reply_code, 'enhanced', r.enhanced_code, 'category', r.category, 'reply', r.reply)
      FROM (
        SELECT a.at, a.reply_code, a.enhanced_code, a.category, a.reply FROM message_attempts a
        WHERE a.workspace_id = ${m}.workspace_id AND ${only('a.workspace_id')} AND a.message_id = ${m}.id AND a.outcome IN ('temporary', 'bounced', 'failed')
        UNION ALL
        SELECT p.at, p.reply_code, p.enhanced_code, p.category, p.reply FROM message_reports p
        WHERE p.workspace_id = ${m}.workspace_id AND ${only('p.workspace_id')} AND p.message_id = ${m}.id AND p.kind = 'bounce') r
      ORDER BY r.at DESC LIMIT 1) END`;
