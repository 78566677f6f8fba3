/** A burst of connections does not keep the next caller out. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/http/listen.ts';

const burst = 1_000;

test('a caller that comes after a thousand connections is not sent away for a second', async ({ skip }) => {
  if (kernelBound() < 2 * burst) skip('The kernel of this machine accepts fewer connections ahead');
  const { server, port } = await listen({ host: '127.0.0.1', port: 0, publicUrl: null, isShared: false });
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const connected: number[] = [];
  const open = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        connected.push(n);
        resolve();
      });
      socket.once('error', reject);
      sockets.push(socket);
    });
  // The process accepts none of them before this loop has ended.
  const early = Array.from({ length: burst }, (_, n) => open(n));
  await early[0];
  await open(burst);
  await Promise.all(early);
  // One that the kernel had dropped would have come after the last, which found the queue empty again.
  expect(connected.at(-1)).toBe(burst);
});

function kernelBound(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}
