/** What the write of emits is told, and what it tells. */
import type { TimeLimits } from '../../db/connections/time-limits.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import type { AcceptedEmit } from './decide-emit.ts';

export interface WrittenEmits {
  /** Those that were written and committed. */
  readonly emits: ReadonlySet<AcceptedEmit>;
  /** Those of them whose messages are claimed by this process. */
  readonly claimed: ReadonlySet<AcceptedEmit>;
  /** Endpoints that have webhooks to send. */
  readonly woken: readonly TurnKey[];
  /** Changes recorded for subscriptions (src/live). */
  readonly fed: number;
}

/** How a write may wait. */
export interface WriteTerms {
  readonly limits: TimeLimits;
  /** Whether it may wait long for an address; what happens meanwhile is then seen. */
  readonly patient: boolean;
  /** Emits whose messages this process would send at once. */
  readonly inHand: ReadonlySet<AcceptedEmit>;
}
