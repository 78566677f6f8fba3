/** One fast endpoint, a process of its own: counts what is posted to it. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { answerQuestions, settingsOf } from '../../../attacks/harness/child.ts';

export interface ReceiverSettings {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Milliseconds. */
const keepAlive = 60_000;

const { certFile, keyFile } = settingsOf<ReceiverSettings>();
let taken = 0;
/** Questions that are answered once so many were taken. */
let waiting: { readonly count: number; readonly resolve: (taken: number) => void }[] = [];
const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) => {
  request.resume().on('end', () => {
    taken += 1;
    response.writeHead(204).end();
    if (waiting.some(({ count }) => count <= taken)) tellReached();
  });
});

function tellReached(): void {
  const reached = waiting.filter(({ count }) => count <= taken);
  waiting = waiting.filter(({ count }) => count > taken);
  for (const { resolve } of reached) resolve(taken);
}

server.keepAliveTimeout = keepAlive;
server.listen(0, '127.0.0.1', () =>
  answerQuestions((server.address() as AddressInfo).port, {
    taken: () => taken,
    // One answer in the end: a question every few milliseconds would take time from the measurement.
    reached: (count) =>
      new Promise((resolve) => {
        waiting.push({ count: count as number, resolve });
        tellReached();
      }),
  }),
);
