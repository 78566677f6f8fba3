/** Requests that arrive together begin a few at a time, in turn by caller. */
import { once } from 'node:events';
import { Agent, createServer, get, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { giveWayBetweenRequests } from '../../../src/http/connections/give-way-between-requests.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Begun {
  readonly caller: string;
  /** Round of the event loop in which the request began. */
  readonly round: number;
}

/** A server whose requests hold the process for `held` milliseconds each as they begin; `ask` answers with the status. */
async function serve(held: number) {
  const begun: Begun[] = [];
  let round = 0;
  let counting = true;
  const count = () => {
    round += 1;
    if (counting) setImmediate(count);
  };
  const listener = giveWayBetweenRequests((request, response) => {
    const until = performance.now() + held;
    while (performance.now() < until);
    begun.push({ caller: request.headers.authorization ?? request.url ?? '', round });
    response.end();
  });
  const server = createServer((request, response) => listener(request, response));
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  setImmediate(count);
  stops.push(() => {
    counting = false;
    server.close();
  });
  const ask = (options: RequestOptions = {}) =>
    new Promise<number>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent: false, ...options }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      }).once('error', reject);
    });
  return { begun, ask };
}

/** An agent with open connections: connections are accepted one in a round, so that requests on them come together. */
async function connected(ask: (options: RequestOptions) => Promise<number>, count: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  stops.push(() => agent.destroy());
  await Promise.all(Array.from({ length: count }, () => ask({ agent })));
  return agent;
}

it('begins no further request in a round of the event loop once five milliseconds of it are used', async () => {
  const { begun, ask } = await serve(6);
  const agent = await connected(ask, 30);
  const before = begun.length;
  const statuses = await Promise.all(Array.from({ length: 30 }, () => ask({ agent })));
  expect(statuses).toEqual(Array.from({ length: 30 }, () => 200));
  expect(new Set(begun.slice(before).map(({ round }) => round)).size).toBe(30);
});

it('begins the requests of callers in turn, so that one with many does not hold up another with one', async () => {
  const { begun, ask } = await serve(10);
  const agent = await connected(ask, 41);
  const before = begun.length;
  const crowd = Array.from({ length: 40 }, () => ask({ agent, headers: { authorization: 'many' } }));
  await Promise.all([...crowd, ask({ agent, headers: { authorization: 'one' } })]);
  const callers = begun.slice(before).map(({ caller }) => caller);
  expect(callers).toHaveLength(41);
  expect(callers.indexOf('one')).toBeLessThan(30);
});

it('lets the page of a monitor pass those that wait', async () => {
  const { begun, ask } = await serve(10);
  const agent = await connected(ask, 41);
  const before = begun.length;
  const crowd = Array.from({ length: 40 }, () => ask({ agent, headers: { authorization: 'many' } }));
  await Promise.all([...crowd, ask({ agent, path: '/health' })]);
  expect(begun.slice(before).findIndex(({ caller }) => caller === '/health')).toBeLessThan(30);
});

it('begins no request whose caller has left', async () => {
  const { begun, ask } = await serve(10);
  const agent = await connected(ask, 40);
  const leaving = new AbortController();
  const begins = (which: string) => begun.filter(({ caller }) => caller === which).length;
  const crowd = Array.from({ length: 20 }, () => ask({ agent, headers: { authorization: 'many' } }));
  const gone = Array.from({ length: 20 }, () =>
    ask({ agent, headers: { authorization: 'gone' }, signal: leaving.signal }),
  );
  const left = Promise.allSettled(gone);
  await expect.poll(() => begins('gone'), { interval: 1 }).toBeGreaterThan(0);
  leaving.abort();
  await Promise.all([...crowd, left]);
  expect(begins('many')).toBe(20);
  expect(begins('gone')).toBeLessThan(10);
});
