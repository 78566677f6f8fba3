/** The service under attack with everything around it, started anew on an empty database whenever an attack broke it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ensureWebhookCertificate } from '../../../src/local/certificate-authority.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { type AttackerPlatform, createAttackerPlatform } from './attacker-platform.ts';
import { type Child, startChild } from './child.ts';
import type { Outside } from './outside.ts';
import type { Place } from './place.ts';
import { createSender } from './send-request.ts';
import type { Served, ServeSettings } from './serve.ts';
import { verifyDomains } from './verify-domains.ts';

export interface Target {
  readonly place: Place;
  readonly service: Child;
  readonly attacker: Child;
  readonly observer: Child;
  readonly outside: Child;
  /** The platform that emits while others attack. */
  readonly neighbour: AttackerPlatform;
  stop(): Promise<void>;
}

const operatorToken = 'operator-token-of-the-attacks';
/** Of a request that prepares the neighbour; milliseconds. */
const patience = 30_000;

export async function startTarget(transport: Place['transport']): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidings-attacks-'));
  const certificate = await ensureWebhookCertificate(dataDir, ['hooks.test']);
  const children: Child[] = [];
  let database: TestDatabase | null = null;

  const start = async (script: string, settings: unknown) => {
    const { child, started } = await startChild(script, settings);
    children.push(child);
    return { child, started };
  };
  const stop = async () => {
    await Promise.all(children.map((child) => child.kill()));
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };

  try {
    database = await createTestDatabase();
    const [outside, observer, attacker] = await Promise.all([
      start('outside.ts', null),
      start('observer.ts', null),
      start('attacker.ts', null),
    ]);
    const { smtpPort, dnsPort } = outside.started as Outside;
    const served = await start('serve.ts', {
      databaseUrl: database.url,
      dataDir,
      transport,
      caFile: certificate.caFile,
      operatorToken,
      mail: { host: '127.0.0.1', port: smtpPort },
      dns: `127.0.0.1:${dnsPort}`,
    } satisfies ServeSettings);
    for (const { child } of [served, outside, observer]) prefer(child.pid);
    const { url, inboundPort } = served.started as Served;
    const { certFile, keyFile } = certificate;
    const place: Place = {
      url,
      inboundPort,
      databaseUrl: database.url,
      operatorToken,
      transport,
      certificate: { certFile, keyFile },
      mxPort: smtpPort,
      dnsPort,
    };
    const neighbour = await createNeighbour(place);
    return {
      place,
      service: served.child,
      attacker: attacker.child,
      observer: observer.child,
      outside: outside.child,
      neighbour,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whatever else the machine runs is no part of the attack. Only a privileged user may do this. */
function prefer(pid: number): void {
  try {
    setPriority(pid, -5);
  } catch {
    // The waits then hold what else the machine did.
  }
}

async function createNeighbour({ url, transport, databaseUrl }: Place): Promise<AttackerPlatform> {
  const sender = createSender(url, patience);
  return createAttackerPlatform(sender.send, operatorToken, async () => {
    if (transport !== 'mx') return;
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await verifyDomains(client);
    await client.end();
  });
}
