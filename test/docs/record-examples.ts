/** Sends each shown request to the service, on a demo platform that no other request changed, and keeps the response. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { type Example, exampleIds, recordedUrl } from '../../src/docs/examples.ts';
import { createRequestListener } from '../../src/http/server.ts';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { operationOf } from '../rest/harness/contract.ts';
import { serveLocally } from '../support/serve-locally.ts';
import { createWorld } from '../support/world.ts';
import { type ShownRequest, shownRequests } from './shown-requests.ts';
import { steady } from './steady.ts';

/** By operation id, in the order of the requests. */
export async function recordExamples(): Promise<Readonly<Record<string, readonly Example[]>>> {
  const world = await createWorld({ BOUNCE_HOST: 'bounces.tidings.example', SPF_VALUE: 'include:spf.tidings.example' });
  const app = createApp({ ...world.app, publicUrl: recordedUrl });
  const server = await serveLocally(await createRequestListener(app));
  try {
    const examples: Record<string, Example[]> = {};
    let untouched: Demo | null = null;
    for (const shown of shownRequests) {
      const demo: Demo = untouched ?? (await makeDemo(world.app));
      const example = await record(server.origin, demo, shown);
      examples[shown.operation] = [...(examples[shown.operation] ?? []), example];
      untouched = operationOf(shown.operation).method === 'GET' || example.status >= 400 ? demo : null;
    }
    return examples;
  } finally {
    await server.close();
    await world.close();
  }
}

type Demo = Awaited<ReturnType<typeof ensureDemoPlatform>>;

async function makeDemo(app: App): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-demo-'));
  try {
    return await ensureDemoPlatform(app, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function record(origin: string, { apiKey, ids = {} }: Demo, shown: ShownRequest): Promise<Example> {
  const { operation, title, path, body } = shown;
  const live = Object.entries(exampleIds).map(([name, id]) => [ids[name] ?? id, id] as const);
  const alive = (text: string) => live.reduce((written, [id, known]) => written.replaceAll(known, id), text);
  const asked = alive(path);
  const sent = body === undefined ? undefined : JSON.parse(alive(JSON.stringify(body)));
  const response = await fetch(`${origin}/v1${asked}`, {
    method: operationOf(operation).method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(sent === undefined ? {} : { 'content-type': typeof sent === 'string' ? 'text/csv' : 'application/json' }),
    },
    ...(sent === undefined ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  const answer = text === '' ? undefined : isJson ? JSON.parse(text) : text;
  return steady({ title, path: asked, request: sent, status: response.status, response: answer }, new Map(live));
}
