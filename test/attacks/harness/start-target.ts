/** The service under attack, started again on an empty database whenever an attack broke it, and what is around it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureWebhookCertificate, type WebhookCertificate } from '../../../src/local/certificate-authority.ts';
import { makeBundle } from '../../../src/make-bundle.ts';
import { openClient } from '../../support/open-client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { type AttackerPlatform, createAttackerPlatform } from './attacker-platform.ts';
import { type Child, startChild } from './child.ts';
import type { Outside } from './outside.ts';
import type { Place } from './place.ts';
import { prefer, preferDatabase } from './prefer.ts';
import { createSender } from './send-request.ts';
import type { Served, ServeSettings } from './serve.ts';
import { verifyDomains } from './verify-domains.ts';

/** What lasts from one service to the next. */
export interface Surroundings {
  readonly observer: Child;
  readonly outside: Child;
  readonly certificate: WebhookCertificate;
  readonly dataDir: string;
  readonly ports: Outside;
  stop(): Promise<void>;
}

export interface Target {
  readonly place: Place;
  readonly service: Child;
  /** The platform that emits while others attack. */
  readonly neighbour: AttackerPlatform;
  stop(): Promise<void>;
}

const operatorToken = 'operator-token-of-the-attacks';
/** Of a request that prepares the neighbour; milliseconds. */
const patience = 30_000;

export async function startSurroundings(): Promise<Surroundings> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidings-attacks-'));
  const certificate = await ensureWebhookCertificate(dataDir, ['hooks.test']);
  const [outside, observer] = await Promise.all([startChild('outside.ts', null), startChild('observer.ts', null)]);
  for (const { child } of [outside, observer]) prefer(child.pid);
  return {
    observer: observer.child,
    outside: outside.child,
    certificate,
    dataDir,
    ports: outside.started as Outside,
    async stop() {
      await Promise.all([outside.child.kill(), observer.child.kill()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A service on an empty database, which ends with it. */
export async function startTarget(around: Surroundings, transport: Place['transport']): Promise<Target> {
  const database = await createTestDatabase();
  try {
    const target = await startTargetOn(database, around, transport);
    const stop = async () => {
      await target.stop();
      await database.drop();
    };
    return { ...target, stop };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** A service on a database that outlives it, with a neighbour of its own. */
export async function startTargetOn(
  database: TestDatabase,
  { certificate, dataDir, ports }: Surroundings,
  transport: Place['transport'],
): Promise<Target> {
  let service: Child | null = null;
  const release = await preferDatabase(database.url);
  const stop = async () => {
    release();
    await service?.kill();
  };
  try {
    // As `npm start` runs it: tsx, its sources and its source maps take two hundred MiB.
    const bundle = await makeBundle('test/attacks/harness/serve.ts', 'node_modules/.cache/tidings-attacks');
    const made = await makeBundle('src/serve-queries.ts', 'node_modules/.cache/tidings-attacks-thread');
    // From the project's folder, as in the bundle of `npm start`.
    const threadFile = relative(fileURLToPath(new URL('../../../', import.meta.url)), made);
    const { child, started } = await startChild(bundle, {
      databaseUrl: database.url,
      dataDir,
      transport,
      caFile: certificate.caFile,
      operatorToken,
      mail: { host: '127.0.0.1', port: ports.smtpPort },
      dns: `127.0.0.1:${ports.dnsPort}`,
      threadFile,
    } satisfies ServeSettings);
    service = child;
    prefer(child.pid);
    const { url, inboundPort } = started as Served;
    const { certFile, keyFile } = certificate;
    const place: Place = {
      url,
      inboundPort,
      databaseUrl: database.url,
      operatorToken,
      transport,
      certificate: { certFile, keyFile },
      mxPort: ports.smtpPort,
      dnsPort: ports.dnsPort,
    };
    return { place, service: child, neighbour: await createNeighbour(place), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createNeighbour({ url, transport, databaseUrl }: Place): Promise<AttackerPlatform> {
  const sender = createSender(url, patience);
  return createAttackerPlatform(sender.send, operatorToken, async () => {
    if (transport !== 'mx') return;
    const client = await openClient(databaseUrl);
    await verifyDomains(client);
    await client.end();
  });
}
