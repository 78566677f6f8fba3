/**
 * Collects the garbage of answers in the thread of dear queries (docs/rules.md#graphql-query-thread). V8 would keep
 * hundreds of MiB of it.
 *
 * At a stretch, while the thread's other queries wait. A collection in steps, as the process itself does it
 * (src/ground/collect-garbage.ts), ends after the next answers: the process then reached 602 to 668 MiB with 480 pages of
 * 2 MB at once, instead of 575.
 */

/** Bytes of answers after which garbage is collected. */
const bytesMost = 24 * 1_048_576;

/** Defined where Node runs with `--expose-gc`, as in `npm start`. */
const collect = (globalThis as { readonly gc?: () => void }).gc;
/** State of the process, in its thread of dear queries. */
let answered = 0;

/** Call when a query has been answered with so many bytes. */
export function collectAnswers(bytes: number): void {
  answered += bytes;
  if (answered < bytesMost) return;
  answered = 0;
  // The answer goes out first.
  setImmediate(() => collect?.());
}
