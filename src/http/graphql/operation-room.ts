/** Bounds what the operations of GraphQL that a process executes at once may cost together. */
import { createRequestRoom, type RequestRoom } from '../request-room.ts';
import { operationCostAtOnce } from './limits/graphql-limits.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly operationRoom: RequestRoom;
  }
}

export function createOperationRoom(): RequestRoom {
  return createRequestRoom(operationCostAtOnce);
}
