/** Limits of one stream of events (docs/rules.md#live-streams). */

/** UTF-8 bytes of the JSON of one event. No more than this waits in memory for a client that does not read. */
export const eventBytesMax = 262_144;

/** From one sign of life to the next; milliseconds. Proxies close connections that are silent for a minute. */
export const heartbeatEvery = 15_000;

/** How long a client may leave an event unread; milliseconds. */
export const unreadMax = 20_000;

/** How long the last event of a stream waits for its client; milliseconds. */
export const lastWordMax = 5_000;

/** UTF-8 bytes of the body of a subscription: larger bodies take room that other requests wait for. */
export const subscriptionBytesMax = 65_536;
