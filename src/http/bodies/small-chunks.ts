/**
 * A body in chunks of a few bytes costs a thousand times its length: Node makes a buffer for each chunk. Each reader of
 * a body counts its chunks and decides what follows from too many.
 */

/** Average length below which the chunks of a body are small, in bytes. */
export const smallChunk = 64;

/** Counts the chunks of one body. */
export function countChunks() {
  let chunks = 0;
  let bytes = 0;
  return {
    /** Returns the number of chunks so far if they are small on average; zero otherwise. */
    add(length: number): number {
      chunks += 1;
      bytes += length;
      return bytes < chunks * smallChunk ? chunks : 0;
    },
  };
}
