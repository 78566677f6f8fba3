/** Whether the contact wants mail of the topic (docs/rules.md#topic-consent), as a step of an explanation. */
import type { Contact } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { ContactTopics } from '../topics/contact-topics.ts';
import { reasonOf, type WithheldReason, withheldBy } from '../topics/topic-consent.ts';
import type { ExplainedMessage } from './explained-message.ts';
import type { Step } from './explanation.ts';
import { ended, holds, passed } from './explanation-steps.ts';

/** What of a contact decides about a topic. */
export type Decided = Pick<Contact, 'status' | 'marketingAt' | 'topics'>;

export const decided = { status: true, marketingAt: true, topics: true } as const;

type Addressed = Pick<ExplainedMessage, 'workspaceId' | 'contactId' | 'topic'>;

/** Finds the contacts of messages with a topic; null for other messages, and once the contact is gone. */
export async function findManyDecided(
  { app, platformId }: Ctx,
  messages: readonly Addressed[],
): Promise<(message: Addressed) => Decided | null> {
  const places = messages.flatMap(({ workspaceId, contactId: id, topic }) =>
    topic === null || id === null ? [] : [{ workspaceId, id }],
  );
  const select = { ...decided, workspaceId: true, id: true };
  const found =
    places.length === 0 ? [] : await app.db.prisma.contact.findMany({ where: { platformId, OR: places }, select });
  return ({ workspaceId, contactId, topic }) =>
    topic === null ? null : (found.find((one) => one.workspaceId === workspaceId && one.id === contactId) ?? null);
}

/** Finds the contact of one message. */
export async function findDecided(ctx: Ctx, message: Addressed): Promise<Decided | null> {
  return (await findManyDecided(ctx, [message]))(message);
}

/** The step of mail that may go out; null for mail without a topic. */
export function ofConsent(topic: string | null, contact: Decided | null): Step | null {
  if (topic === null) return null;
  const contactTopics = (contact?.topics ?? null) as unknown as ContactTopics | null;
  const reason = withheldBy({ topic, contactStatus: contact?.status ?? null, contactTopics });
  if (reason === null) return passed('consent', `The contact wants mail of the topic ${topic}`);
  const left = contactTopics?.[topic]?.at;
  const at = reason === 'left_topic' && left !== undefined ? new Date(left) : (contact?.marketingAt ?? null);
  return holds('consent', reason, factOf(reason, topic), {
    at,
    code: reason,
    endedBy: 'The message is withheld in its next turn',
  });
}

/** The step that ended a message; null where consent had no part in its end. */
export function ofWithheld({ topic, reason, endedAt }: ExplainedMessage): Step | null {
  const withheld = reasonOf(reason);
  if (topic === null || withheld === null) return null;
  return ended('consent', withheld, `Not sent: ${factOf(withheld, topic)}`, endedAt, withheld);
}

function factOf(reason: WithheldReason, topic: string): string {
  const facts: Readonly<Record<WithheldReason, string>> = {
    no_marketing_consent: `the mail belongs to the topic ${topic}, and no contact with this address has agreed to marketing`,
    left_marketing: `the mail belongs to the topic ${topic}, and the contact has left marketing`,
    left_topic: `the contact has left the topic ${topic}`,
  };
  return facts[reason];
}
