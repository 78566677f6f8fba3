/** The processes of the suite. Each answers questions by IPC and ends when its parent does. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  /** Resolves with the answer; rejects after `patience` milliseconds, or when the process ends or cannot answer. */
  ask(question: string, input: unknown, patience: number): Promise<unknown>;
  readonly gone: boolean;
  kill(): Promise<void>;
}

interface Question {
  readonly id: number;
  readonly question: string;
  readonly input: unknown;
}

interface Answer {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: string;
}

/** How much of what a process printed as errors its own end repeats; characters. */
const lastWordsMax = 1_000;

/** What `npm start` gives Node. */
export function startFlags(): string[] {
  const { config } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return config.flags.split(' ');
}

/** Starts `script`, a source of this folder or the path of a bundle, and waits until it is `ready`. */
export async function startChild(
  script: string,
  settings: unknown,
): Promise<{ readonly child: Child; readonly started: unknown }> {
  const bundled = script.endsWith('.mjs');
  const file = bundled ? script : fileURLToPath(new URL(script, import.meta.url));
  const forked = fork(file, [JSON.stringify(settings)], {
    execArgv: bundled ? startFlags() : ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const { pid, stderr } = forked;
  if (pid === undefined || stderr === null) throw new Error(`${script} did not start`);
  let lastWords = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text);
    lastWords = (lastWords + text).slice(-lastWordsMax);
  });
  const open = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  const ready = Promise.withResolvers<unknown>();
  let gone = false;
  let last = 0;
  forked.on('message', ({ id, answer, error }: Answer) => {
    if (id === 0) return ready.resolve(answer);
    const asked = open.get(id);
    open.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(error));
  });
  forked.once('exit', () => {
    gone = true;
  });
  // Once all that it printed was read.
  forked.once('close', (code, signal) => {
    const error = new Error(`${basename(script)} ended (${signal ?? code}) ${lastWords}`.trimEnd());
    ready.reject(error);
    for (const { reject } of open.values()) reject(error);
    open.clear();
  });
  const child: Child = {
    pid,
    get gone() {
      return gone;
    },
    ask(question, input, patience) {
      if (gone) return Promise.reject(new Error('the process ended'));
      last += 1;
      const id = last;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const timer = setTimeout(() => {
        open.delete(id);
        reject(new Error(`no answer within ${patience} ms`));
      }, patience);
      open.set(id, { resolve, reject });
      forked.send({ id, question, input } satisfies Question, () => undefined);
      return promise.finally(() => clearTimeout(timer));
    },
    async kill() {
      if (gone) return;
      forked.kill('SIGKILL');
      await once(forked, 'exit');
    },
  };
  return { child, started: await ready.promise };
}

/** In the child: what it was started with. */
export function settingsOf<Settings>(): Settings {
  return JSON.parse(process.argv[2] ?? 'null') as Settings;
}

/** In the child: tells that it is ready, then answers. */
export function answerQuestions(
  started: unknown,
  answers: Readonly<Record<string, (input: unknown) => unknown>>,
): void {
  process.once('disconnect', () => process.exit(0));
  process.on('message', async ({ id, question, input }: Question) => {
    try {
      process.send?.({ id, answer: await answers[question]?.(input) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.send?.({ id: 0, answer: started });
}
