/** What an upsert says about single topics (docs/rules.md#topic-consent). */
import type { FieldErrors } from '../ground/errors/field-errors.ts';
import { type ContactTopics, decide } from '../topics/contact-topics.ts';
import type { ConsentEntry, ContactState } from './contact-drafts.ts';
import type { TopicWish } from './contact-input.ts';

/** Faults of topics that the platform does not have. */
export function topicFaults(known: ReadonlySet<string>, wishes: readonly TopicWish[] | undefined): FieldErrors {
  const faults = (wishes ?? []).flatMap(({ key }, index) =>
    known.has(key) ? [] : [[`topics.${index}.key`, ['is no topic of the platform; `GET /v1/topics` lists them']]],
  );
  return Object.fromEntries(faults);
}

/** Returns the topics after the wishes, and what the history says of them. Throws `consent_older_than_opt_out`. */
export function applyTopics(
  { status, topics }: Pick<ContactState, 'status' | 'topics'>,
  wishes: readonly TopicWish[] | undefined,
  apiKeyId: string | null,
): { readonly topics: ContactTopics | null; readonly entries: readonly ConsentEntry[] } {
  const entries: ConsentEntry[] = [];
  let after = topics;
  for (const { key, state, at } of wishes ?? []) {
    const known = after?.[key];
    if (known?.state === state && known.at === at.toISOString()) continue;
    after = decide(after, { key, state, at, source: 'api' });
    entries.push({
      topic: key,
      before: { status: known?.state ?? status, marketingAt: known ? new Date(known.at) : null },
      after: { status: state, marketingAt: at },
      apiKeyId,
    });
  }
  return { topics: after, entries };
}
