/** A burst of connections keeps the next caller waiting neither at the kernel's door nor at ours. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { holdFreePort } from '../../../src/ground/ports/hold-port.ts';
import { probePort } from '../../../src/ground/ports/probe-port.ts';
import { type Listening, listen } from '../../../src/http/connections/listen.ts';
import { socketsOfPort } from '../../../src/http/connections/open-port.ts';

const burst = 1_000;

async function begin(port = 0): Promise<Listening> {
  const listening = await listen({ host: '127.0.0.1', port, publicUrl: null, keepAlive: 5_000, isShared: false });
  onTestFinished(async () => {
    listening.cut();
    await listening.close();
  });
  return listening;
}

/** Connections of this process. */
function caller(port: number) {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return (connected: () => void = () => {}) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        connected();
        resolve(socket);
      });
      socket.once('error', reject);
      sockets.push(socket);
    });
}

test('the kernel drops no caller that comes after a thousand connections', async ({ skip }) => {
  if (kernelBound() < 2 * burst) skip('The kernel of this machine accepts fewer connections ahead');
  const { port } = await begin();
  const open = caller(port);
  const connected: number[] = [];
  // The process accepts none of them before this loop has ended.
  const early = Array.from({ length: burst }, (_, n) => open(() => connected.push(n)));
  await early[0];
  await open(() => connected.push(burst));
  await Promise.all(early);
  // One that the kernel had dropped would have come after the last, which found the queue empty again.
  expect(connected.at(-1)).toBe(burst);
});

test('the next caller does not wait a round of the event loop for each connection before', async ({ skip }) => {
  if (socketsOfPort === 1) skip('The kernel of this machine does not divide the connections of a port');
  const { port } = await begin();
  const open = caller(port);
  let rounds = 0;
  let counting = true;
  const count = () => {
    rounds += 1;
    if (counting) setImmediate(count);
  };
  for (let n = 0; n < burst; n += 1) void open();
  const last = open();
  setImmediate(count);
  const socket = await last;
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  counting = false;
  expect(rounds).toBeLessThan(burst / 4);
});

test('a port that another program or another service has is refused', async () => {
  const { port } = await begin();
  await expect(probePort('127.0.0.1', port, 'PORT')).rejects.toThrow(`port ${port} is in use`);
  await expect(begin(port)).rejects.toThrow(`port ${port} is in use`);
});

test('nobody else gets a held port; processes that divide it open it meanwhile', async ({ skip }) => {
  if (socketsOfPort === 1) skip('The kernel of this machine does not divide the connections of a port');
  const held = await holdFreePort('127.0.0.1');
  await expect(probePort('127.0.0.1', held.port, 'PORT')).rejects.toThrow(`port ${held.port} is in use`);
  const shared = { host: '127.0.0.1', port: held.port, publicUrl: null, keepAlive: 5_000, isShared: true } as const;
  const [first, second] = [await listen(shared), await listen(shared)];
  onTestFinished(async () => {
    await Promise.all([first.close(), second.close()]);
  });
  for (const { serve } of [first, second]) await serve((_, response) => response.end('served'));
  await held.release();
  const answer = await fetch(`http://127.0.0.1:${held.port}`);
  expect(await answer.text()).toBe('served');
});

function kernelBound(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}
