/** A person's standing in a workspace's marketing email, as the page of an unsubscribe link shows it. */
import type { ConsentSource, ContactStatus } from '../../prisma/generated/client.ts';
import type { Consent } from '../contacts/consent.ts';
import { type ContactLink, readContactToken } from '../contacts/contact-token.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import type { ContactTopics } from '../topics/contact-topics.ts';
import type { TopicWords } from '../topics/topic-input.ts';
import { type ShownTopicWords, wordsIn } from '../topics/topic-words.ts';
import { undoUntil } from './undo-window.ts';

/** The facts that the page of a link shows. */
export interface Departure {
  readonly workspaceName: string;
  /** Language tags in order of preference: the person's, the workspace's. */
  readonly locales: readonly string[];
  /** Whether the person left marketing, and every topic with it. */
  readonly left: boolean;
  /** The topic of the link, in the person's language; null: the link is for all marketing, or the topic is gone. */
  readonly topic: ShownTopicWords | null;
  readonly topicLeft: boolean;
  /** End of the time to undo; null when leaving cannot be undone. */
  readonly undoUntil: Date | null;
}

/** A contact, its workspace and the last entry of its consent history. */
export interface DepartureRow extends Consent {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly reference: string | null;
  readonly email: string;
  readonly locale: string | null;
  readonly workspaceName: string;
  readonly workspaceLocale: string;
  /** Key of the link's topic; null where the platform has no such topic any more. */
  readonly topic: string | null;
  /** The workspace's words for it, or those of the platform. */
  readonly topicWords: TopicWords | null;
  readonly topics: ContactTopics | null;
  readonly changeId: string | null;
  readonly changeTopic: string | null;
  readonly changeAt: Date | null;
  readonly changeSource: ConsentSource | null;
  readonly changedAt: Date | null;
  readonly replacedState: ContactStatus | null;
  readonly replacedAt: Date | null;
}

/** Returns null for a forged token, or when the contact or its workspace is gone. Changes nothing. */
export async function findDeparture(app: App, token: string): Promise<Departure | null> {
  const link = readContactToken(app.secrets, token);
  const row = link && (await readDeparture(app.db.pool, link));
  return row && departureOf(row, app.clock.now());
}

/** For a transaction that changes the row: locks the row, so that no later entry follows in the history. */
export async function lockDeparture(client: Queryable, link: ContactLink): Promise<DepartureRow | null> {
  await client.query('SELECT FROM contacts WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
    link.workspaceId,
    link.id,
  ]);
  return readDeparture(client, link);
}

async function readDeparture(db: Queryable, { workspaceId, id, topic }: ContactLink): Promise<DepartureRow | null> {
  const { rows } = await db.query<DepartureRow>(
    `SELECT c.platform_id AS "platformId", c.workspace_id AS "workspaceId", c.id, c.reference, c.email, c.locale,
            c.status, c.marketing_at AS "marketingAt", c.consented_at AS "consentedAt",
            c.consented_by_key AS "consentedByKey", c.opted_out_at AS "optedOutAt",
            w.name AS "workspaceName", w.locale AS "workspaceLocale",
            t.key AS topic, c.topics,
            CASE WHEN t.key IS NOT NULL THEN json_build_object('name', coalesce(o.name, t.name),
              'description', CASE WHEN o.key IS NULL THEN t.description ELSE o.description END,
              'translations', CASE WHEN o.key IS NULL THEN t.translations ELSE o.translations END) END AS "topicWords",
            l.id AS "changeId", l.topic AS "changeTopic", l.at AS "changeAt", l.source AS "changeSource", l.created_at AS "changedAt",
            l.replaced_state AS "replacedState", l.replaced_at AS "replacedAt"
     FROM contacts c
     JOIN workspaces w ON w.platform_id = c.platform_id AND w.id = c.workspace_id AND w.deleted_at IS NULL
     LEFT JOIN topics t ON t.platform_id = c.platform_id AND t.key = $3
     LEFT JOIN workspace_topics o ON o.workspace_id = c.workspace_id AND o.key = t.key
     LEFT JOIN LATERAL (
       SELECT * FROM consent_changes l WHERE l.workspace_id = c.workspace_id AND l.contact_id = c.id
       ORDER BY l.id DESC LIMIT 1) l ON true
     WHERE c.workspace_id = $1 AND c.id = $2`,
    [workspaceId, id, topic],
  );
  return rows[0] ?? null;
}

export function departureOf(row: DepartureRow, now: Date): Departure {
  const locales = [...(row.locale === null ? [] : [row.locale]), row.workspaceLocale];
  return {
    workspaceName: row.workspaceName,
    locales,
    left: row.status === 'unsubscribed',
    topic: row.topicWords && wordsIn(row.topicWords, row.locale ?? row.workspaceLocale),
    topicLeft: row.topic !== null && row.topics?.[row.topic]?.state === 'unsubscribed',
    undoUntil: undoUntil(row, now),
  };
}
