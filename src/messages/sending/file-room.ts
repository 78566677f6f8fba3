import { createShareRoom, type ShareRoom } from '../../ground/rooms/share-room.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly fileRoom: ShareRoom;
  }
}

/**
 * Bytes of the files of all mails that a process sends at once; of one platform, half (docs/rules.md#files-in-hand). A
 * mail holds its files more than twice while it is built, once as they are and once in base64.
 */
const fileBytes = 40 * 1_048_576;

/** Room for the files of mails. A mail waits for it before its files are read, and holds a slot of its workspace. */
export function createFileRoom(): ShareRoom {
  return createShareRoom(fileBytes);
}
