/** Traces of a whole service for a collector on this machine (docs/rules.md#traces). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/ground/log/log.ts';
import { openTraces } from '../../src/ground/traces/open-traces.ts';
import { type Backend, startTestService, type TestService } from '../support/service.ts';
import type { WebhookSink } from '../support/webhook-sink.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callersSpan = 'b7ad6b7169203331';
/** Kinds of OTLP. */
const [internal, server, client, consumer] = [1, 2, 3, 5];

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

/** Takes OTLP as JSON over HTTP; `answer` false: takes connections and answers nothing. */
async function startCollector() {
  const state = { answers: true, status: 200 };
  const bodies: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const paths: string[] = [];
  const http: Server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (!state.answers) return;
    headers.push(request.headers);
    paths.push(`${request.method} ${request.url}`);
    if (state.status === 200) bodies.push(body);
    response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}');
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  const spans = (): readonly SentSpan[] =>
    bodies.flatMap((body) =>
      // biome-ignore lint/suspicious/noExplicitAny: OTLP as JSON.
      JSON.parse(body).resourceSpans.flatMap((one: any) => one.scopeSpans.flatMap(({ spans }: any) => spans)),
    );
  return {
    state,
    bodies,
    headers,
    paths,
    spans,
    url: `http://127.0.0.1:${port}`,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
let tidings: TestService;
let acme: Backend;
let hooks: WebhookSink;
beforeAll(async () => {
  collector = await startCollector();
  tidings = await startTestService({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=one%20two' },
  });
  acme = await tidings.platform('Acme');
  hooks = await tidings.webhookSink();
  await acme.rest('POST', '/webhook-endpoints', {
    url: `${hooks.url}?secret=in-the-url`,
    types: ['message.delivered'],
  });
});
afterAll(async () => {
  await tidings?.stop();
  await collector?.close();
});
afterEach(() => {
  collector.state.answers = true;
});

const factOf = (span: SentSpan | undefined, key: string) =>
  Object.values(span?.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];

async function emit(key: string, headers: Record<string, string>, more: object = {}) {
  const { status, body } = await acme.rest(
    'POST',
    '/workspaces/ref:shop/events',
    {
      type: 'order.shipped',
      idempotency_key: key,
      recipient: { email: 'ada.lovelace@example.com' },
      payload: { customer_name: 'Augusta Ada', order_number: '1', tracking_url: 'https://example.com/1' },
      ...more,
    },
    headers,
  );
  expect({ status, code: body.code }).toEqual({ status: 202, code: undefined });
  return body.data.message.id as string;
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const attachments = [{ filename: 'dot.png', content: png }];

test.each([
  ['by the process that took it', 'direct', {}],
  ['by a worker that found it in the queue', 'queued', { attachments }],
])(
  "a caller's trace goes through the request, the queue, the attempt %s, and the webhook",
  async (_name, key, more) => {
    const id = await emit(key, { traceparent: `00-${traceId}-${callersSpan}-01` }, more);
    const mine = () => collector.spans().filter((span) => span.traceId === traceId && messageOf(span) === id);
    const messageOf = (span: SentSpan) => factOf(span, 'tidings.message_id');
    await expect
      .poll(() =>
        mine()
          .map(({ name }) => name)
          .sort(),
      )
      .toEqual(['message attempt', 'message queue', 'webhook attempt']);
    const [attempt, queue, webhook] = ['message attempt', 'message queue', 'webhook attempt'].map((name) =>
      mine().find((span) => span.name === name),
    );
    const request = collector.spans().find(({ spanId }) => spanId === attempt?.parentSpanId);
    expect(request).toMatchObject({
      traceId,
      parentSpanId: callersSpan,
      kind: server,
      name: 'POST /v1/workspaces/:workspace/events',
    });
    expect(factOf(request, 'tidings.platform_id')).toBe(acme.platformId);
    expect(factOf(request, 'tidings.operation')).toBe('emitEvent');
    expect(Number(factOf(request, 'http.response.status_code'))).toBe(202);
    for (const [span, kind] of [
      [attempt, consumer],
      [queue, internal],
      [webhook, client],
    ] as const) {
      expect(span).toMatchObject({ traceId, parentSpanId: request?.spanId, kind });
      expect(BigInt(span?.endTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(span?.startTimeUnixNano ?? 1));
    }
    expect(factOf(attempt, 'tidings.state')).toBe('delivered');
    expect(Number(factOf(webhook, 'http.response.status_code'))).toBe(204);
  },
);

test('the spans have ids alone, go to the path of OTLP, and have the headers that are configured', async () => {
  const said = collector.bodies.join('\n');
  expect(said).not.toMatch(/ada\.lovelace|example\.com|Augusta|in-the-url|dot\.png|iVBOR|Bearer/);
  expect(said).not.toContain(acme.apiKey);
  expect(new Set(collector.paths)).toEqual(new Set(['POST /v1/traces']));
  expect(collector.headers[0]).toMatchObject({ 'x-key': 'one two' });
  expect(said).toContain('"tidings"');
});

test('a request without a trace begins one, and one whose caller records nothing is not recorded', async () => {
  const begun = await emit('begun', {});
  const attempt = () => collector.spans().find((span) => factOf(span, 'tidings.message_id') === begun);
  await expect.poll(attempt).toBeDefined();
  expect(attempt()?.traceId).not.toBe(traceId);
  const silent = await emit('silent', { traceparent: `00-${'9'.repeat(32)}-${callersSpan}-00` });
  const { rows } = await tidings.service.app.db.pool.query('SELECT trace FROM messages WHERE id = ANY($1)', [[silent]]);
  expect(rows).toEqual([{ trace: null }]);
  // A later span has been sent, so those of the silent one would have been.
  const last = await emit('last', {});
  await expect.poll(() => collector.spans().some((span) => factOf(span, 'tidings.message_id') === last)).toBe(true);
  expect(collector.spans().filter((span) => span.traceId === '9'.repeat(32))).toEqual([]);
});

test('probes have no span', async () => {
  for (const path of ['/health', '/livez']) await (await fetch(`${tidings.service.url}${path}`)).text();
  const last = await emit('after-the-probes', {});
  await expect.poll(() => collector.spans().some((span) => factOf(span, 'tidings.message_id') === last)).toBe(true);
  expect(collector.spans().filter(({ name }) => /health|livez/.test(name))).toEqual([]);
});

test('a collector that does not answer holds nothing up', async () => {
  collector.state.answers = false;
  const before = performance.now();
  for (let n = 0; n < 20; n += 1) await emit(`unheard-${n}`, {}, { recipient: { email: `ada${n}@example.com` } });
  const took = performance.now() - before;
  // The time of one batch that is not answered is five seconds, and there were twenty requests.
  expect(took).toBeLessThan(20 * 5_000);
  await expect
    .poll(async () => {
      const { rows } = await tidings.service.app.db.pool.query(
        "SELECT count(*)::int AS open FROM messages WHERE state NOT IN ('delivered', 'sent')",
      );
      return rows[0].open;
    })
    .toBe(0);
});

test('more spans than may wait are dropped, a close ends within seconds, and the log has a line of it', async () => {
  const deaf = await startCollector();
  deaf.state.status = 400;
  const lines: { readonly msg: string }[] = [];
  const traces = openTraces({
    collector: { url: `${deaf.url}/v1/traces`, headers: {}, serviceName: 'tidings', share: 1 },
    log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
    now: () => new Date(),
    processName: 'test',
  });
  for (let n = 0; n < 10_000; n += 1) traces.ofRequest(undefined).end();
  await expect.poll(() => lines.map(({ msg }) => msg)).toEqual(['the collector takes no traces; they are lost']);
  deaf.state.status = 200;
  traces.ofRequest(undefined).end();
  await expect
    .poll(() => lines.map(({ msg }) => msg))
    .toContain('the collector takes traces again; so many spans were lost');
  expect(deaf.spans().length).toBeLessThan(10_000);
  deaf.state.answers = false;
  traces.ofRequest(undefined).end();
  const before = performance.now();
  await traces.close();
  expect(performance.now() - before).toBeLessThan(3_000);
  await deaf.close();
});

test('a share of 0 records no request of its own accord, and those of callers that do', () => {
  const traces = openTraces({
    collector: { url: 'http://127.0.0.1:9/v1/traces', headers: {}, serviceName: 'tidings', share: 0 },
    log: createLog('silent'),
    now: () => new Date(),
    processName: 'test',
  });
  expect(traces.ofRequest(undefined).ids).toBeNull();
  const ids = traces.ofRequest(`00-${traceId}-${callersSpan}-01`).ids;
  expect(ids?.toString('hex').slice(0, 32)).toBe(traceId);
  expect(traces.part(ids, { name: 'part', kind: 'internal', facts: {} }).ids?.toString('hex')).toMatch(
    new RegExp(`^${traceId}`),
  );
  expect(traces.part(null, { name: 'part', kind: 'internal', facts: {} }).ids).toBeNull();
});
