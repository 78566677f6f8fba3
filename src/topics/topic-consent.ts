/**
 * Whether a contact gets the mail of a topic (docs/rules.md#topic-consent). The rule stands here twice, for the emit and
 * as SQL for the claim: a test compares them.
 */
import type { ContactStatus } from '../../prisma/generated/client.ts';
import { type Only, ofAny } from '../db/rows.ts';
import type { ContactTopics } from './contact-topics.ts';

/** Why mail of a topic is withheld, in the order in which the causes are looked at. */
export const withheldReasons = ['no_marketing_consent', 'left_marketing', 'left_topic'] as const;
export type WithheldReason = (typeof withheldReasons)[number];

/** What the rule looks at; transactional mail has no topic, and an address that no contact holds no status. */
export interface TopicFacts {
  readonly topic: string | null;
  readonly contactStatus: ContactStatus | null;
  readonly contactTopics: ContactTopics | null;
}

/** Null: nothing withholds the mail. */
export function withheldBy({ topic, contactStatus, contactTopics }: TopicFacts): WithheldReason | null {
  if (topic === null) return null;
  if (contactStatus === null || contactStatus === 'pending') return 'no_marketing_consent';
  if (contactStatus === 'unsubscribed') return 'left_marketing';
  return contactTopics?.[topic]?.state === 'unsubscribed' ? 'left_topic' : null;
}

/** SQL: the reason that withholds the message `m` now; null, without a read, for transactional mail. */
export const withheldSql = (m: string, only: Only = ofAny) => `CASE WHEN ${m}.topic IS NOT NULL THEN coalesce((
  SELECT CASE
    WHEN t.status = 'pending' THEN 'no_marketing_consent'
    WHEN t.status = 'unsubscribed' THEN 'left_marketing'
    WHEN t.topics -> ${m}.topic ->> 'state' = 'unsubscribed' THEN 'left_topic'
    ELSE '' END
  FROM contacts t WHERE t.workspace_id = ${m}.workspace_id AND ${only('t.workspace_id')} AND t.id = ${m}.contact_id), 'no_marketing_consent') END`;

/** The reason that `withheldSql` found: it writes an empty text where a contact gets the mail. */
export function reasonOf(found: string | null): WithheldReason | null {
  return withheldReasons.find((reason) => reason === found) ?? null;
}
