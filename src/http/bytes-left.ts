/** Bytes of responses that the system has not taken yet. */
import type { ServerResponse } from 'node:http';

/** Of bodies that are sent in parts: bytes that Node was not handed yet. */
const unsent = new WeakMap<ServerResponse, number>();

/** To be told before each part of a body is handed to Node. */
export function noteUnsent(response: ServerResponse, bytes: number): void {
  unsent.set(response, bytes);
}

export function bytesLeft(response: ServerResponse): number {
  return (unsent.get(response) ?? 0) + response.writableLength;
}
