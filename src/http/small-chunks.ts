/**
 * A body in chunks of a few bytes costs a thousand times what its length says: Node makes a buffer of each. What reads a
 * body counts them, and says what it does about too many.
 */

/** Average length below which the chunks of a body are small, in bytes. */
export const smallChunk = 64;

/** Counts the chunks of one body. */
export function countChunks() {
  let chunks = 0;
  let bytes = 0;
  return {
    /** How many chunks have come, if they are small on average; zero otherwise. */
    add(length: number): number {
      chunks += 1;
      bytes += length;
      return bytes < chunks * smallChunk ? chunks : 0;
    },
  };
}
