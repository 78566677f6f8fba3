/** The sink's process, and what it is asked for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../../attacks/harness/child.ts';
import type { Lab } from './lab.ts';

export interface MailSink {
  readonly pid: number;
  readonly port: number;
  /** Mails so far. */
  taken(): Promise<number>;
  /** Notes from now on when `DATA` comes. */
  record(): Promise<void>;
  /** Since the last `record`: by recipient, milliseconds of the machine's monotonic clock. */
  recorded(): Promise<ReadonlyMap<string, number>>;
  /** Source of the last mail. */
  lastMail(): Promise<string>;
  /** Resolves once so many mails have come. */
  waitFor(count: number, seconds: number): Promise<void>;
}

/** Of a question; milliseconds. */
const patience = 30_000;
const lookEvery = 50;

export async function startMailSink(lab: Lab): Promise<MailSink> {
  const { child, started } = await startChild(import.meta.resolve('./processes/mail-sink.ts'), null);
  lab.atEnd(() => child.kill());
  const ask = (question: string) => child.ask(question, null, patience);
  const taken = async () => Number(await ask('taken'));
  return {
    pid: child.pid,
    port: Number(started),
    taken,
    record: async () => void (await ask('record')),
    recorded: async () => new Map((await ask('recorded')) as [string, number][]),
    async lastMail() {
      const mail = await ask('lastMail');
      if (typeof mail !== 'string') throw new Error('The sink has no mail yet.');
      return mail;
    },
    async waitFor(count, seconds) {
      for (const until = Date.now() + seconds * 1_000; (await taken()) < count; await sleep(lookEvery)) {
        if (Date.now() > until) throw new Error(`The sink has ${await taken()} of ${count} mails after ${seconds} s.`);
      }
    },
  };
}
