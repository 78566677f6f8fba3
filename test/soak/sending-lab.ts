/** What the long runs of whole processes share: a durable database, a mail sink, and a platform that may send. */
import { type Lab, openLab } from '../bench/kit/lab.ts';
import { makePlatform } from '../bench/kit/make-platform.ts';
import { type Database, type Postgres, startPostgres } from '../bench/kit/postgres.ts';
import { fullRun } from '../bench/kit/settings.ts';
import { type MailSink, startMailSink } from '../bench/kit/start-mail-sink.ts';
import { startService } from '../bench/kit/start-service.ts';

export interface SendingLab {
  readonly lab: Lab;
  readonly postgres: Postgres;
  readonly database: Database;
  readonly sink: MailSink;
  readonly apiKey: string;
}

/** `lab.end()` stops all that was started. */
export async function openSendingLab(): Promise<SendingLab> {
  const lab = await openLab(fullRun);
  const postgres = await startPostgres(lab);
  const database = await postgres.database('soak');
  const sink = await startMailSink(lab);
  const service = await startService(lab, { databaseUrl: database.url, roles: 'api' });
  const { apiKey } = await makePlatform(service, database.pool);
  await service.stop();
  return { lab, postgres, database, sink, apiKey };
}
