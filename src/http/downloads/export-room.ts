import { createRequestRoom, type RequestRoom } from '../request-room.ts';

declare module '../../context.ts' {
  interface Parts {
    /** Where exports take their places: each holds a connection of the database for as long as it is read. */
    readonly exportRoom: RequestRoom;
  }
}

export const createExportRoom = (atOnce: number): RequestRoom => createRequestRoom(atOnce);
