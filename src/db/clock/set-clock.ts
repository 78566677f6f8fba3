import { ConfigError } from '../../ground/config/config.ts';
import type { Log } from '../../ground/log/log.ts';
import { clockTolerance, clockWrongFrom } from '../../ground/time/clock.ts';
import type { Db } from '../connections/pool.ts';
import { readPulse } from '../connections/read-pulse.ts';
import type { DatabaseClock } from './database-clock.ts';

/** Readings of a start: the one with the shortest round trip counts. */
const readings = 3;

/** Sets the clock of a start by the database's. Rejects with a ConfigError when the machine's is far from it. */
export async function setClock({ pool }: Pick<Db, 'pool'>, clock: DatabaseClock): Promise<void> {
  for (let n = 0; n < readings; n += 1) clock.note(await readPulse(pool, clock.monotonic));
  if (clock.isSound()) return;
  const seconds = Math.round((clock.offset() ?? 0) / 1_000);
  throw new ConfigError([
    `The clock of this machine is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's, ` +
      `and ${clockWrongFrom / 1_000} are too many: set both by a time server (NTP)`,
  ]);
}

/** Says in the log that the machine's clock is off, and that it is right again. */
export function tellOffset(log: Log): (offset: number) => void {
  return (offsetMs) => {
    if (Math.abs(offsetMs) <= clockTolerance) log.info({ offsetMs }, "the machine's clock agrees with the database's");
    else if (Math.abs(offsetMs) <= clockWrongFrom)
      log.warn({ offsetMs }, "the machine's clock is off; rows are dated by the database's");
    else log.error({ offsetMs }, "the machine's clock is far off; this process takes no work until it is right");
  };
}
