/**
 * Ten receivers of webhooks in a process of their own, as receivers are: `ten-receivers.ts <certificate> <key>`, started
 * by `startReceivers`. One never answers, one takes nine seconds, one resets; seven are well.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Milliseconds. */
const slowAnswer = 9_000;
const good = 7;

const [certFile = '', keyFile = ''] = process.argv.slice(2);
const certificate = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
process.once('disconnect', () => process.exit(0));

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(certificate, listener);
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const delays: number[][] = Array.from({ length: good }, () => []);
const ports = [
  await listen(() => undefined),
  await listen((_request, response) => void setTimeout(() => response.writeHead(204).end(), slowAnswer)),
  await listen(({ socket }) => void socket.destroy()),
  ...(await Promise.all(
    delays.map((taken) =>
      listen((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          taken.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(parts).toString('utf8')).created_at));
          response.writeHead(204).end();
        });
      }),
    ),
  )),
];
process.send?.(ports);
// Asked for what has come, each tells it once.
process.on('message', () => process.send?.(delays.map((taken) => taken.splice(0))));
