/** Time in which a queued message may go out; seconds (docs/rules.md#message-expiry). */
export const messageLifetime = 24 * 60 * 60;
