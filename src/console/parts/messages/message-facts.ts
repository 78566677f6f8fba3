import type { MessageQuery, MessageState, SuppressionFactsFragment } from '../../api/operations.ts';

type Found = NonNullable<MessageQuery['node']>;

/** One mail, as its page reads it. */
export type ShownMessage = Extract<Found, { readonly timeline: unknown }>;
/** An emit by its own id, such as that of an erased person. */
export type EmitFacts = Extract<Found, { readonly type: unknown }>;

/** Of what the query selects, a message alone has a timeline. */
export function isMessage(node: unknown): node is ShownMessage {
  return typeof node === 'object' && node !== null && 'timeline' in node;
}

/**
 * States in which the content of a message may be sent again, as `undeliveredStates` of
 * src/messages/states/message-states.ts has them, and those in which it may be cancelled.
 */
export const resendable: readonly MessageState[] = ['bounced', 'failed', 'expired', 'suppressed'];
export const cancellable: readonly MessageState[] = ['scheduled', 'queued'];

export const isResendable = (state: MessageState) => resendable.includes(state);
export const isCancellable = (state: MessageState) => cancellable.includes(state);

/** What decides whether a message may be sent again. */
interface MaybeSentAgain {
  readonly state: MessageState;
  readonly resends: readonly unknown[];
  /** Absent where the key may not see it. */
  readonly suppression?: Block | null | undefined;
}

type Block = Pick<SuppressionFactsFragment, 'scope' | 'blocks'>;

export type WhyNotResendable = 'accepted' | 'again' | 'suppressed' | 'suppressedStays';

/**
 * Null: it can be sent again. Undefined: it may still leave by itself, so nobody looks for it.
 * @param mayLift Whether the key may lift the suppression.
 */
export function whyNotResendable(
  { state, resends, suppression }: MaybeSentAgain,
  mayLift: (suppression: Block) => boolean,
): WhyNotResendable | null | undefined {
  if (isCancellable(state) || state === 'sending') return undefined;
  if (resends.length > 0) return 'again';
  if (!isResendable(state)) return 'accepted';
  if (!suppression) return null;
  return mayLift(suppression) ? 'suppressed' : 'suppressedStays';
}
