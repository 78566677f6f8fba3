/** For how long a claimed message belongs to its process (docs/rules.md#message-leases). */

/**
 * Time that a claim lasts unless it is renewed; milliseconds. in-flight.ts renews the claims of running attempts; what a
 * killed process claimed is free again when the time is over.
 */
export const leaseTime = 10_000;

/**
 * Time from the end of an outage in which no lease is taken for lost; milliseconds. All connections of a process are made
 * anew then, which takes a busy machine longer than a lease lasts.
 */
export const outageGrace = 30_000;
