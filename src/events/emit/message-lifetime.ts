import { day } from '../../ground/durations.ts';

/** Time in which a queued message may go out; seconds (docs/rules.md#message-expiry). */
export const messageLifetime = day / 1_000;
