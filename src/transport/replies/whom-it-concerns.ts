import type { ReplyCategory } from '../transport.ts';

/** Whom a rejection concerns; a policy is one towards the sender. */
export type ReplySubject = 'sender' | 'recipient' | 'message' | 'service';

const subjects: Readonly<Record<ReplyCategory, ReplySubject>> = {
  recipient: 'recipient',
  sender: 'sender',
  policy: 'sender',
  content: 'message',
  size: 'message',
  temporary: 'service',
  infrastructure: 'service',
};

/** Tells from the stored category whom a rejection concerns (docs/rules.md#whom-a-rejection-concerns). */
export function aboutOf(category: ReplyCategory): ReplySubject {
  return subjects[category];
}
