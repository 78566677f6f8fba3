/** What a number of mails an hour needs in cores, memory and disk, from the costs of one mail. */
import { assumed, machines, measured } from './costs.ts';

export interface Needs {
  readonly mailsPerSecond: number;
  /** Cores in the busiest hour. */
  readonly serviceCores: number;
  readonly databaseCores: number;
  /** Bytes. */
  readonly serviceMemory: number;
  readonly databaseMemory: number;
  readonly disk: number;
  readonly walPerDay: number;
  readonly messages: number;
}

export interface Machine {
  readonly cores: number;
  readonly memory: number;
  readonly disk: number;
}

const secondsOfHour = 3_600;
const hoursOfDay = 24;

export function needsOf(mailsPerHour: number): Needs {
  const mailsPerSecond = mailsPerHour / secondsOfHour;
  const cores = (ofMail: number, ofWebhook: number) =>
    (mailsPerSecond * assumed.peak * (ofMail + assumed.webhooks * ofWebhook)) / assumed.busy;
  const serviceCores = cores(measured.serviceOfMail, measured.serviceOfWebhook);
  const messages = mailsPerHour * hoursOfDay * assumed.days;
  return {
    mailsPerSecond,
    serviceCores,
    databaseCores: cores(measured.databaseOfMail, measured.databaseOfWebhook),
    // A process for each core.
    serviceMemory: Math.max(1, Math.ceil(serviceCores)) * measured.memoryOfProcess,
    databaseMemory: assumed.memoryOfDatabase + mailsPerHour * assumed.peak * assumed.hotHours * measured.stored,
    disk: (messages * measured.stored) / assumed.filled,
    walPerDay: mailsPerHour * hoursOfDay * measured.walOfEmit * (1 + assumed.walBeside),
    messages,
  };
}

/** Workers of a cluster; each has its share of rows, memory and cores. */
export function workersFor({ databaseCores, databaseMemory, disk }: Needs): number {
  const { worker } = machines;
  const shares = [databaseCores / assumed.citus / worker.cores, databaseMemory / worker.memory, disk / worker.disk];
  return Math.ceil(Math.max(...shares));
}

/** Mails an hour at which one database needs all of a machine's cores, memory or disk. */
export function limitsOf({ cores, memory, disk }: Machine): Readonly<Record<'cores' | 'memory' | 'disk', number>> {
  const one = needsOf(1);
  return {
    cores: cores / one.databaseCores,
    memory: (memory - assumed.memoryOfDatabase) / (one.databaseMemory - assumed.memoryOfDatabase),
    disk: disk / one.disk,
  };
}
