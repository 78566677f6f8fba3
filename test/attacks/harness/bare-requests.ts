/** Requests written by hand over bare connections. */
import type { World } from './attack.ts';
import type { RawSocket } from './raw-socket.ts';
import { type Reply, readRawAnswer } from './reply.ts';

export async function openSockets(world: World, count: number): Promise<readonly RawSocket[]> {
  return Promise.all(Array.from({ length: count }, () => world.socket('http')));
}

/** The head of an emit, with these headers beside. */
export const emitHead = (headers: string) =>
  `POST /v1/workspaces/ref:shop/events HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;

/** An answer, or an end of the connection: both are right for what is no request. */
export async function firstAnswer(socket: RawSocket, ms = 5_000): Promise<Reply> {
  await socket.reads(/\r\n\r\n/, ms);
  const answer = readRawAnswer(socket.text);
  return answer.status === 0 && socket.closed ? { label: 'closed', clear: true } : answer;
}
