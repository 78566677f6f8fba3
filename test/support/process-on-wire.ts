import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { openDb } from '../../src/db/connections/pool.ts';
import type { SendingWorld } from './sending-world.ts';
import { type Wire, wireTo } from './wire.ts';

/** Another process of the world, whose wire to the database can be cut. */
export async function processOnWire(world: SendingWorld): Promise<{ readonly app: App; readonly wire: Wire }> {
  const url = new URL(world.app.db.url);
  const wire = await wireTo(Number(url.port));
  url.hostname = '127.0.0.1';
  url.port = String(wire.port);
  const db = openDb({ url: url.href, connections: 8, onError: () => undefined, monotonic: world.app.clock.monotonic });
  await db.pool.query('SELECT 1');
  onTestFinished(async () => {
    await db.close();
    await wire.cut();
  });
  return { app: createApp({ ...world.otherApp(), db, log: pino({ level: 'silent' }) }), wire };
}
