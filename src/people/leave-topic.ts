import { readContactToken } from '../contacts/contact-token.ts';
import type { App } from '../context.ts';
import { decide } from '../topics/contact-topics.ts';
import { type Departure, departureOf, lockDeparture } from './departure.ts';
import { type LeaveSource, leaveMarketing } from './leave-marketing.ts';
import { moveTopic } from './move-topic.ts';

/**
 * Unsubscribes the person of the token from the topic of its mail (docs/rules.md#leaving-a-topic); from all marketing where
 * the link has no topic, or the topic is gone. Returns null for a token without a person.
 */
export async function leaveTopic(app: App, token: string, source: LeaveSource): Promise<Departure | null> {
  const link = readContactToken(app.secrets, token);
  if (link === null) return null;
  if (link.topic === null) return leaveMarketing(app, token, source);
  const left = await app.db.transaction(async (client) => {
    const row = await lockDeparture(client, link);
    if (row === null) return null;
    if (row.topic === null) return 'all';
    const now = app.clock.now();
    const departure = departureOf(row, now);
    if (departure.left || departure.topicLeft) return { departure, woken: [] };
    const { [row.topic]: after = null } = decide(row.topics, {
      key: row.topic,
      state: 'unsubscribed',
      at: now,
      source,
    });
    const move = { topic: row.topic, after, source, at: now, now, webhook: 'contact.left_marketing' } as const;
    const woken = await moveTopic(app, client, row, move);
    const then = await lockDeparture(client, link);
    return { departure: then && departureOf(then, now), woken };
  });
  if (left === null) return null;
  if (left === 'all') return leaveMarketing(app, token, source);
  await app.wake.ask('webhooks', left.woken);
  return left.departure;
}
