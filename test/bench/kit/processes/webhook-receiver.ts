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
const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) => {
  request.resume().on('end', () => {
    taken += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = keepAlive;
server.listen(0, '127.0.0.1', () =>
  answerQuestions((server.address() as AddressInfo).port, {
    taken: () => taken,
  }),
);
