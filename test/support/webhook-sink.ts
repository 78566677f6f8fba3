/** A real HTTPS receiver on a free loopback port, with a certificate that the service trusts for development hosts. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface TakenWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The bytes that were signed. */
  readonly raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the type of the webhook promises.
  readonly body: any;
}

export interface WebhookSink {
  /** To be registered as an endpoint. */
  readonly url: string;
  readonly taken: readonly TakenWebhook[];
  /** Statuses to answer with, in turn; 204 afterwards. */
  answer(...statuses: readonly number[]): void;
  /** Answers so from now on, once the statuses given in turn are used up. */
  answerAlways(status: number): void;
  /** Resolves with all webhooks once there are so many. */
  received(count: number): Promise<readonly TakenWebhook[]>;
  stop(): Promise<void>;
}

/** Longer than the service keeps a connection, even on a machine that halts for a while; milliseconds. */
const keepAliveTimeout = 60_000;

export async function startWebhookSink(certificate: {
  readonly certFile: string;
  readonly keyFile: string;
}): Promise<WebhookSink> {
  const taken: TakenWebhook[] = [];
  const statuses: number[] = [];
  let usual = 204;
  const waiting = new Set<() => void>();
  const server = createServer(
    { cert: await readFile(certificate.certFile), key: await readFile(certificate.keyFile), keepAliveTimeout },
    (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8');
        taken.push({ headers: request.headers, raw, body: JSON.parse(raw) });
        response.writeHead(statuses.shift() ?? usual).end();
        for (const look of waiting) look();
      });
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://hooks.test:${port}/`,
    taken,
    answer: (...next) => void statuses.push(...next),
    answerAlways(status) {
      usual = status;
    },
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (taken.length < count) return;
          waiting.delete(look);
          resolve(taken);
        };
        waiting.add(look);
        look();
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
