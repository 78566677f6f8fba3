/** The service in a process of its own, all roles, which tells how long its event loop stood still. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../../src/ground/config/config.ts';
import { createLog } from '../../../src/ground/log/log.ts';
import { startService } from '../../../src/start-service.ts';
import { answerQuestions, settingsOf } from './child.ts';

export interface ServeSettings {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly transport: 'capture' | 'mx';
  readonly caFile: string;
  readonly operatorToken: string;
  readonly mail: { readonly host: string; readonly port: number };
  readonly dns: string;
  /** The bundle of the thread for dear queries. */
  readonly threadFile: string;
}

export interface Served {
  readonly url: string;
  readonly inboundPort: number;
}

/** Resolution of the event loop's clock; milliseconds. */
const resolution = 10;

const { databaseUrl, dataDir, transport, caFile, operatorToken, mail, dns, threadFile } = settingsOf<ServeSettings>();
const config = readConfig({
  PORT: '0',
  INBOUND_PORT: '0',
  DATA_DIR: dataDir,
  OPERATOR_TOKEN: operatorToken,
  TRANSPORT: transport,
  DNS_SERVERS: dns,
  MX_PORT: String(mail.port),
  SPF_VALUE: 'ip4:127.0.0.1',
  LOG_LEVEL: 'silent',
});
// The bundle of `npm start` has this name inside; without it, dear queries would run in the process.
Object.assign(globalThis, { bundledThread: threadFile });
const service = await startService({
  config,
  databaseUrl,
  secretKey: 'a key of thirty-two characters at least',
  log: createLog(process.env.TEST_LOG ?? 'silent'),
  inbox: mail,
  webhookCaFile: caFile,
});
const delay = monitorEventLoopDelay({ resolution });
delay.enable();

answerQuestions({ url: service.url ?? '', inboundPort: service.inbound?.port ?? 0 } satisfies Served, {
  /** The longest stall since the last question; milliseconds. */
  stall() {
    const longest = Math.max(0, delay.max / 1e6 - resolution);
    delay.reset();
    return longest;
  },
});
