/**
 * Bounds what pictures cost a process (docs/rules.md#picture-rewriting): they are read in one process of its own, one at a
 * time, platforms in turn. One that takes too long, or ends that process, is refused, and the next one gets a new process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../../ground/errors/errors.ts';
import { createPlaceRoom } from '../../ground/rooms/place-room.ts';
import type { PictureType } from '../picture-limits.ts';
import type { Rewriting } from './rewrite-picture.ts';
import type { RewriteAnswer, RewriteAsked } from './rewriter-child.ts';

declare module '../../context.ts' {
  interface Parts {
    readonly pictureRewriter: PictureRewriter;
  }
}

/** In a bundle: the file of the process, relative to the project or the release (src/make-bundle.ts). */
declare const bundledRewriter: string | undefined;

/** Time that one picture may take, with the start of the process; milliseconds. */
const timeMax = 15_000;
/** Pictures that wait or are read: of all platforms, and of one. */
const inHandMax = 24;
const inHandOfPlatform = 6;
/** Time without a picture after which the process ends and its memory is free; milliseconds. */
const idleTime = 30_000;
/** Seconds after which an upload is worth sending again. */
const retryAfter = 5;
/** Memory of the process' objects in MiB; pixels are beside them, and bounded by picture-limits.ts. */
const flags = [
  '--max-old-space-size=48',
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
  '--disable-warning=ExperimentalWarning',
];

export interface PictureRewriter {
  /** Reads and writes a picture anew; what is wrong with it comes back as `fault`. Rejects with `unavailable`. */
  rewrite(platformId: string, bytes: Uint8Array, type: PictureType): Promise<Rewriting>;
  /** Ends the process; a picture that is being read is refused. */
  close(): Promise<void>;
}

export interface RewriterOptions {
  /** The file that the process runs. */
  readonly file?: string;
  readonly timeMax?: number;
}

export function createPictureRewriter({
  file = rewriterFile(),
  timeMax: time = timeMax,
}: RewriterOptions = {}): PictureRewriter {
  const room = createPlaceRoom(1);
  const inHand = new Map<string, number>();
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = fork(file, { execArgv: flags, env: {}, serialization: 'advanced', stdio: 'ignore' });
    started.once('exit', () => {
      if (child === started) child = null;
    });
    // A process that cannot be started or told is known by its exit, or by the time.
    started.on('error', () => started.kill('SIGKILL'));
    return started;
  }

  function ask(asked: RewriteAsked): Promise<Rewriting> {
    clearTimeout(idle);
    const reader = child ?? start();
    child = reader;
    hold(reader, true);
    const { promise, resolve, reject } = Promise.withResolvers<Rewriting>();
    const timer = setTimeout(() => lose({ fault: 'takes too long to read' }), time);
    // A signal is what became of the picture; a process that ends by itself could not be started.
    const onExit = (_code: number | null, signal: string | null) =>
      lose(signal === null ? noReader() : { fault: 'cannot be read' });
    const onError = () => lose(noReader());
    const onAnswer = (answer: RewriteAnswer) => {
      leave();
      hold(reader, false);
      resolve(answer);
    };
    function lose(outcome: Rewriting | DomainError) {
      leave();
      drop(reader);
      if (outcome instanceof DomainError) reject(outcome);
      else resolve(outcome);
    }
    function leave() {
      clearTimeout(timer);
      reader.off('exit', onExit).off('error', onError).off('message', onAnswer);
    }
    reader.once('exit', onExit).once('error', onError).once('message', onAnswer);
    // One that is gone says so by its exit.
    reader.send(asked, () => undefined);
    return promise;
  }

  /** The service does not stay for a process that has nothing to do. */
  function hold(reader: ChildProcess, isBusy: boolean): void {
    if (isBusy) {
      reader.ref();
      reader.channel?.ref();
      return;
    }
    reader.unref();
    reader.channel?.unref();
    idle = setTimeout(() => drop(reader), idleTime).unref();
  }

  function drop(reader: ChildProcess): void {
    if (child === reader) child = null;
    reader.kill('SIGKILL');
  }

  return {
    async rewrite(platformId, bytes, type) {
      const own = inHand.get(platformId) ?? 0;
      const all = [...inHand.values()].reduce((sum, count) => sum + count, 0);
      if (all >= inHandMax || own >= inHandOfPlatform) {
        throw unavailable('Too many pictures are in hand. Try again shortly.');
      }
      inHand.set(platformId, own + 1);
      try {
        return await room(platformId, () => ask({ bytes, type }));
      } finally {
        const left = (inHand.get(platformId) ?? 1) - 1;
        if (left > 0) inHand.set(platformId, left);
        else inHand.delete(platformId);
      }
    },
    async close() {
      clearTimeout(idle);
      if (child === null) return;
      const ending = child;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.ref();
      drop(ending);
      await ended;
    },
  };
}

const unavailable = (message: string) => new DomainError('unavailable', message, { retryAfter });

const noReader = () => unavailable('Pictures cannot be read at present. Try again shortly.');

function rewriterFile(): string {
  const url =
    typeof bundledRewriter === 'string'
      ? new URL(`../../../${bundledRewriter}`, import.meta.url)
      : new URL('./rewriter-child.ts', import.meta.url);
  return fileURLToPath(url);
}
