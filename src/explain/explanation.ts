/**
 * Why a message left or did not: the causes, and the rules that the service applied in their order
 * (docs/rules.md#message-explanation).
 */

/** The one cause that a support person is told first. */
export type Cause =
  /** A mail server accepted the mail. */
  | 'delivered'
  /** A relay accepted the mail and owes a delivery report. */
  | 'awaiting_report'
  /** An attempt is under way. */
  | 'sending'
  /** It leaves later, as its emit said. */
  | 'scheduled'
  /** Nothing holds the message; the workspace's next turn takes it. */
  | 'waiting_for_turn'
  | 'complained'
  | 'bounced'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'erased'
  | 'suppressed_by_bounce'
  | 'suppressed_by_complaint'
  | 'suppressed_by_mailbox_faults'
  | 'suppressed_by_hand'
  /** The address was suppressed when the message ended, and is no longer. */
  | 'suppressed_before'
  /** The event type has a topic, and no contact that agreed to marketing holds the address. */
  | 'no_marketing_consent'
  /** The contact has left marketing, and with it every topic. */
  | 'left_marketing'
  /** The contact has left the topic of the message. */
  | 'left_topic'
  | 'workspace_deleted'
  | 'platform_suspended'
  | 'workspace_suspended'
  | 'workspace_paused'
  | 'day_cap_used'
  | 'domain_unverified'
  | 'domain_settling'
  /** The recipient's server asked to be tried again later, as it does with unknown senders. */
  | 'greylisted'
  /** The relay or the recipient's servers could not be reached. */
  | 'server_unreachable'
  /** The recipient's exchangers take no more mail of this service for a while. */
  | 'exchanger_quiet'
  /** The address that mail leaves from is new, and has sent the provider its mail of today. */
  | 'warming_up'
  /** The database was restored: the message may have gone out before. */
  | 'restored'
  /** A server rejected the mail for now. */
  | 'waiting_for_retry'
  /** An emit would be refused: the address is of the simulator domain, and the simulator does not play it. */
  | 'simulator_unknown'
  /** An emit would be refused: the address has had its emits of the hour. */
  | 'hour_used'
  /** An emit would be accepted and would send nothing: the event type has no template. */
  | 'no_template'
  /** Nothing prevents an emit, and its mail would leave at once. */
  | 'would_leave';

export type Rule =
  | 'recipient'
  | 'template'
  | 'hour'
  | 'erasure'
  | 'workspace'
  | 'platform'
  | 'suspension'
  | 'suppression'
  | 'consent'
  | 'sending_domain'
  | 'health'
  | 'day_cap'
  | 'schedule'
  | 'attempt'
  | 'report'
  | 'expiry'
  | 'cancellation'
  | 'resend';

/**
 * `passed`: the rule let the message go. `held`: it waited, earlier. `holds`: it waits. `ended`: the rule ended it.
 * `refused`: the attempt handed nothing over, and the message waited. `refuses`: an emit would be refused.
 */
export type Verdict = 'passed' | 'held' | 'holds' | 'ended' | 'refused' | 'refuses';

export interface Step {
  readonly rule: Rule;
  readonly verdict: Verdict;
  /** The fact behind the verdict: a sentence without addresses. */
  readonly fact: string;
  /** Since when the fact holds, or when it occurred; null when that was not recorded. */
  readonly at: Date | null;
  /** When the hold ends by itself; null when somebody has to act, or when nothing is held. */
  readonly until: Date | null;
  /** Who or what ends the hold; null when nothing is held. */
  readonly endedBy: string | null;
  /** Set where the rule holds or ended the message. */
  readonly cause: Cause | null;
  /** The reason as responses, webhooks and logs have it, such as `domain_not_sendable` or `451 4.7.1`; null: none. */
  readonly code: string | null;
  /** What a person can do, where the facts say more than the cause does. */
  readonly act?: string;
}

export interface Explanation {
  readonly cause: Cause;
  /** One sentence: the cause with its fact. */
  readonly summary: string;
  /** The code of the step that is the cause. */
  readonly code: string | null;
  /** What a person can do next, as sentences; null: nothing. */
  readonly next: string | null;
  /** Every rule that bore on the message, in the order in which the service applies them. */
  readonly steps: readonly Step[];
}
