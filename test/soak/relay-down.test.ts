/** A relay that is down for five minutes slows no emit. What becomes of the mail, relay-dies.test.ts asks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitConnections } from '../bench/kit/emit-place.ts';
import { startLoad } from '../bench/kit/start-load.ts';
import { startService } from '../bench/kit/start-service.ts';
import { wireTo } from '../support/wire.ts';
import { openSendingLab, type SendingLab } from './sending-lab.ts';
import { isWhole, ofWhole } from './share.ts';

/** How long the relay is down; seconds. */
const outage = ofWhole(300);
/** Emits a second while the relay is down, beside those before; a short run is too short for the one figure. */
const shareMin = isWhole ? 0.8 : 0.4;
/** Of emits that warm the service up, and within which the relay gets its first mail; seconds. */
const warming = 5;

let place: SendingLab;
beforeAll(async () => {
  place = await openSendingLab();
});
afterAll(() => place.lab.end());

test(`emits go on while the relay is down for ${outage} s`, async () => {
  const { lab, database, sink, apiKey } = place;
  const relay = await wireTo(sink.port);
  lab.atEnd(() => relay.cut());
  const service = await startService(lab, {
    databaseUrl: database.url,
    roles: 'api,worker',
    relayPort: relay.port,
  });
  const load = await startLoad(lab);
  const where = { url: service.url, apiKey, kind: 'emit' } as const;
  const emitFor = async (seconds: number) => (await load.closed(where, { connections: emitConnections, seconds })).rate;
  await emitFor(warming);
  await database.pool.query('ANALYZE');
  await sink.waitFor(1, warming);
  const before = await emitFor(Math.max(warming, outage / 10));
  await relay.cut();
  const during = await emitFor(outage);
  process.stdout.write(
    `${Math.round(before)} emits a second while the relay took mail, ${Math.round(during)} while it was down\n`,
  );
  expect(during / before).toBeGreaterThanOrEqual(shareMin);
});
