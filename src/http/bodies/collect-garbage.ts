/**
 * Collects the garbage of large bodies. V8 keeps hundreds of MiB of garbage when bodies of 32 MiB follow each other.
 */

/** Smallest body after which garbage is collected, in bytes. */
const largeBytes = 8 * 1_048_576;

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>;

/** Defined where Node runs with `--expose-gc`, as in `npm start`. */
const collect = (globalThis as { readonly gc?: Collect }).gc;
/** State of the process: there is one heap. */
let pending = false;

/** Call when the work on a body of so many bytes is done. Blocks the process for about 50 ms, soon after. */
export function collectGarbageOf(bytes: number): void {
  if (collect === undefined || bytes < largeBytes || pending) return;
  pending = true;
  const end = () => {
    pending = false;
  };
  collect({ type: 'major', execution: 'async' }).then(end, end);
}
