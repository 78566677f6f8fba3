import { otherWork } from '../../turns/other-work.ts';

/** Bytes that are handed over before other requests have their turn: each is looked at for dots, some 2 ms. */
const chunkBytes = 262_144;

/** A mail as it goes out: an ordinary one in one chunk, a large one with a turn of the event loop between its chunks. */
export async function* mailChunks(pieces: readonly Buffer[]): AsyncGenerator<Buffer, void, undefined> {
  let waits = false;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += chunkBytes) {
      if (waits) await otherWork();
      waits = true;
      yield piece.subarray(from, from + chunkBytes);
    }
  }
}
