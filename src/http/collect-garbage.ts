/**
 * Collects the garbage of large texts. V8 keeps hundreds of MiB of garbage when bodies or answers of megabytes follow
 * each other.
 */

/** Bytes of texts after which garbage is collected: of bodies in the process, of answers in the thread of dear queries. */
const bytesOfBodies = 8 * 1_048_576;
const bytesOfAnswers = 24 * 1_048_576;

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>;

/** Defined where Node runs with `--expose-gc`, as in `npm start`. */
const collect = (globalThis as { readonly gc?: Collect }).gc;
/** State of the process, in each of its threads: each has one heap. */
let pending = false;
let answered = 0;

/** Call when the work on a body of so many bytes is done. */
export function collectGarbageOf(bytes: number): void {
  if (bytes >= bytesOfBodies) collectSoon();
}

/** Call when a dear query has been answered with so many bytes. */
export function collectGarbageOfAnswers(bytes: number): void {
  answered += bytes;
  if (answered >= bytesOfAnswers) collectSoon();
}

/** Blocks the thread for about 50 ms, soon after. */
function collectSoon(): void {
  if (collect === undefined || pending) return;
  pending = true;
  answered = 0;
  const end = () => {
    pending = false;
  };
  collect({ type: 'major', execution: 'async' }).then(end, end);
}
