/**
 * The demo platform of a local run, as the documentation shows it: its API key and the ids of its things. The key is
 * shown to this machine alone: never in production, only where the service listens on loopback, and only to a request
 * that reached it there under a loopback name (a page elsewhere can point a name of its own at 127.0.0.1) and through
 * no proxy.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { type ExampleId, exampleIds } from './examples.ts';

export interface LocalRun {
  readonly apiKey: string;
  /** Of the things that stand in examples by id. */
  readonly ids: Readonly<Partial<Record<ExampleId, string>>>;
}

const demoFile = z.object({
  apiKey: z.string(),
  ids: z.partialRecord(z.enum(Object.keys(exampleIds) as ExampleId[]), z.string()).default({}),
});

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);
const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Headers that proxies and tunnels add. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

type Settings = Pick<Config, 'production' | 'host' | 'publicUrl' | 'dataDir'>;

/** Null where the key must not be shown, or where there is no demo platform. */
export async function readLocalRun(config: Settings, request: IncomingMessage): Promise<LocalRun | null> {
  if (!isLocalService(config) || !isLocalRequest(request)) return null;
  try {
    return demoFile.parse(JSON.parse(await readFile(join(config.dataDir, 'demo.json'), 'utf8')));
  } catch {
    return null;
  }
}

function isLocalService({ production, host, publicUrl }: Settings): boolean {
  const listensHere = host === 'localhost' || loopbackAddresses.has(host);
  return !production && listensHere && (publicUrl === null || loopbackNames.has(new URL(publicUrl).hostname));
}

function isLocalRequest({ headers, socket }: IncomingMessage): boolean {
  const name = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '');
  return (
    loopbackNames.has(name) &&
    loopbackAddresses.has(socket.remoteAddress ?? '') &&
    proxyHeaders.every((header) => headers[header] === undefined)
  );
}
