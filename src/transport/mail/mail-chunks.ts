import { giveWay } from '../../ground/give-way/give-way.ts';

/** Bytes of one chunk, before other requests run: the dots of a chunk are escaped in about 2 ms. */
const chunkBytes = 262_144;

/** Yields an ordinary mail as one chunk, a large one with a round of the event loop between its chunks. */
export async function* mailChunks(pieces: readonly Buffer[]): AsyncGenerator<Buffer, void, undefined> {
  let waits = false;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += chunkBytes) {
      if (waits) await giveWay();
      waits = true;
      yield piece.subarray(from, from + chunkBytes);
    }
  }
}
