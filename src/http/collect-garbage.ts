/** Garbage of large bodies. V8 lets hundreds of MiB of it lie when bodies of 32 MiB follow each other. */

/** Smallest body after which garbage is collected, in bytes. */
const largeBytes = 8 * 1_048_576;

type Collect = (options: { readonly type: 'major'; readonly execution: 'async' }) => Promise<void>;

/** There where Node runs with `--expose-gc`, as `npm start` runs it. */
const collect = (globalThis as { readonly gc?: Collect }).gc;
let pending = false;

/** To be called when the work on a body of so many bytes is done. Takes some 50 ms of the process, soon after. */
export function collectGarbageOf(bytes: number): void {
  if (collect === undefined || bytes < largeBytes || pending) return;
  pending = true;
  const end = () => {
    pending = false;
  };
  collect({ type: 'major', execution: 'async' }).then(end, end);
}
