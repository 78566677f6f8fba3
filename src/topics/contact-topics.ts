/**
 * What was decided of single topics for a contact: a column of its row, so that a decision and an emit meet in the
 * row's version (docs/rules.md#topic-consent). A topic that is missing follows the marketing state.
 */
import { DomainError } from '../ground/errors/errors.ts';

/** Who decided: the caller, or the person on the page of a link, in a mail app, or by taking a decision back. */
export type TopicSource = 'api' | 'link' | 'mail_app' | 'undo';

export interface TopicDecision {
  /** `subscribed` follows the marketing state again. */
  readonly state: 'subscribed' | 'unsubscribed';
  /** Time of the person's decision; ISO 8601, UTC. */
  readonly at: string;
  readonly source: TopicSource;
  /** The latest opt-out that counts: a `subscribed` must be later. Null: there was none. */
  readonly optedOutAt: string | null;
}

/** By the topic's key. */
export type ContactTopics = Readonly<Record<string, TopicDecision>>;

/** Topics of one contact of which something is kept; more can only be of topics that were deleted. */
const decisionsKept = 200;

interface Decided {
  readonly key: string;
  readonly state: TopicDecision['state'];
  readonly at: Date;
  readonly source: TopicSource;
}

/** The consent to a topic is not later than the latest opt-out of it. */
export class OlderTopicConsent extends DomainError {
  constructor(readonly topic: string) {
    super('consent_older_than_opt_out');
  }
}

/** Returns the topics after a decision. Throws `OlderTopicConsent`, as marketing does. */
export function decide(topics: ContactTopics | null, { key, state, at, source }: Decided): ContactTopics {
  const optedOutAt = topics?.[key]?.optedOutAt ?? null;
  const time = at.toISOString();
  if (state === 'subscribed') {
    if (optedOutAt !== null && time <= optedOutAt) throw new OlderTopicConsent(key);
    return withDecision(topics, key, { state, at: time, source, optedOutAt });
  }
  const latest = optedOutAt !== null && optedOutAt > time ? optedOutAt : time;
  return withDecision(topics, key, { state, at: time, source, optedOutAt: latest });
}

/** Returns the topics with another decision of `key`; null: none, so that the topic follows the marketing state. */
export function withDecision(topics: ContactTopics | null, key: string, decision: TopicDecision | null): ContactTopics {
  const { [key]: _before, ...others }: ContactTopics = topics ?? {};
  if (decision === null) return others;
  const kept = Object.entries(others).sort(([, a], [, b]) => (a.at < b.at ? 1 : -1));
  return { ...Object.fromEntries(kept.slice(0, decisionsKept - 1)), [key]: decision };
}
