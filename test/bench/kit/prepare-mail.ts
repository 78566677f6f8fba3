/** A platform on an empty database, and one of its mails as a sink gets it. */
import { emitSample } from './copy-messages.ts';
import type { Lab } from './lab.ts';
import { type BenchPlatform, makePlatform } from './make-platform.ts';
import type { Database } from './postgres.ts';
import { startMailSink } from './start-mail-sink.ts';
import { startService } from './start-service.ts';

/** The mail goes out within this time; seconds. */
const patience = 30;

/** The service that this takes is gone afterwards: of `platform` the id and the key remain. */
export async function prepareMail(
  lab: Lab,
  database: Database,
): Promise<{ readonly platform: BenchPlatform; readonly mail: string }> {
  const keeper = await startMailSink(lab);
  const service = await startService(lab, {
    databaseUrl: database.url,
    roles: 'api,worker',
    relayPort: keeper.port,
  });
  const platform = await makePlatform(service, database.pool);
  await emitSample(platform);
  await keeper.waitFor(1, patience);
  await service.stop();
  return { platform, mail: await keeper.lastMail() };
}
