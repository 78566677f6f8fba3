/** A server that stops closes each connection with its next answer (docs/rules.md#planned-stop). */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/http/connections/listen.ts';

/** After which Node closes an idle connection; milliseconds. */
const idleTime = 5_000;

async function begin() {
  const held = new Map<string, ServerResponse>();
  const arrivals = new Map<string, PromiseWithResolvers<ServerResponse>>();
  const listening = await listen({ host: '127.0.0.1', port: 0, publicUrl: null, keepAlive: 75_000, isShared: false });
  await listening.serve((asked, response) => {
    const path = asked.url ?? '';
    held.set(path, response);
    arrivals.get(path)?.resolve(response);
  });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(async () => {
    agent.destroy();
    listening.cut();
    await listening.close();
  });
  return {
    listening,
    /** Sends a request; `arrived` has its response on the server, `answer` the one at the client. */
    async ask(path: string) {
      const arrival = Promise.withResolvers<ServerResponse>();
      arrivals.set(path, arrival);
      const sent = request({ host: '127.0.0.1', port: listening.port, path, agent }).end();
      const answer = once(sent, 'response').then(async ([answer]: IncomingMessage[]) => {
        if (!answer) throw new Error('There is an answer');
        for await (const _part of answer);
        return answer;
      });
      return { answer, response: await arrival.promise };
    },
  };
}

test('also the answer to a request that waits, and to those that come while it still accepts', async () => {
  const { listening, ask } = await begin();
  const kept = await ask('/kept');
  kept.response.end();
  expect((await kept.answer).headers.connection).toBe('keep-alive');
  const waiting = await ask('/waiting');
  listening.drain();
  waiting.response.end();
  expect((await waiting.answer).headers.connection).toBe('close');
  const late = await ask('/late');
  late.response.end();
  expect((await late.answer).headers.connection).toBe('close');
});

test('a connection whose answer had begun before goes on until the server accepts nothing more', async () => {
  const { listening, ask } = await begin();
  const begun = await ask('/begun');
  begun.response.writeHead(200, { 'Content-Length': '2' }).write('a');
  listening.drain();
  const closed = listening.close();
  begun.response.end('b');
  const answer = await begun.answer;
  expect([answer.headers.connection, answer.complete]).toEqual(['keep-alive', true]);
  // Long before the time after which an idle connection is closed.
  const began = performance.now();
  await closed;
  expect(performance.now() - began).toBeLessThan(idleTime / 2);
});
