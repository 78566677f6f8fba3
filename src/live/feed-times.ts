/** How often the live feed looks, tells and shows, and how long it keeps (docs/rules.md#feed-times). */

/** Changes in one event. */
export const changesAnEvent = 50;

/**
 * Time between two events about one topic to streams that are not behind, or up to half of `lookAgainAfter` less;
 * milliseconds.
 */
export const eventEvery = 300;

/** From one look at the changes to the next when no notice comes; milliseconds. */
export const lookEvery = 500;

/** Shortest time between two notices of a process; milliseconds. */
export const noticeEvery = 100;

/** Shortest time between two looks that notices cause; milliseconds. */
export const lookAgainAfter = 150;

/** How long the changes of a topic are recorded after its last stream ended, so that a stream can resume; milliseconds. */
export const resumableFor = 10 * 60_000;

/** How often a process extends the watches of its streams; milliseconds. */
export const renewEvery = 60_000;

/** How long a change is kept; milliseconds. */
export const changesKeptFor = 15 * 60_000;

/** How long a new stream waits for transactions that may not know its watch; milliseconds. */
export const startPatience = 5_000;
