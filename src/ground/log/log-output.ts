/**
 * Standard output as the destination of the log (docs/rules.md#log-output). The lines of one round of the event loop
 * are written together and in the background: a reader that stalls, such as a full pipe or a halted terminal, holds up
 * no request and no mail.
 */
import { writeSync } from 'node:fs';
import { type DestinationStream, pino } from 'pino';

/**
 * Characters of one write, where a line is not longer. A pipe takes so many bytes at once, so that the lines of several
 * processes do not mix.
 */
const writeMax = 4_096;
/** Bytes that wait for a reader that stalls; later lines are dropped. */
const waitingBytesMax = 8 * 1024 * 1024;
/** Repeats of a write that a full pipe has refused, a tenth of a second apart. The next line tries again. */
const repeatsMax = 5;
/** Time for the last lines before the process exits; milliseconds. */
const lastLinesTime = 500;

export interface LogOutput extends DestinationStream {
  /** Calls `tell` with the number of dropped lines, once standard output accepts lines again. */
  whenDropped(tell: (lines: number) => void): void;
  /** Ends the process once every line is written; kills it where a reader never reads, for whom an exit would wait. */
  exit(status: number): Promise<void>;
}

export function standardOutput(): LogOutput {
  const { fd } = process.stdout;
  let lines = '';
  let scheduled = false;
  let writing = false;
  let failed = false;
  let dropped = 0;
  let repeats = 0;
  let tellDropped: (lines: number) => void = () => undefined;
  let atRest: (() => void)[] = [];

  const output = pino.destination({
    dest: fd,
    sync: false,
    maxLength: waitingBytesMax,
    maxWrite: writeMax,
    retryEAGAIN: () => repeats++ < repeatsMax,
  });

  const writeLines = () => {
    const text = lines;
    lines = '';
    writing = true;
    output.write(text);
  };

  output.on('write', () => {
    failed = false;
    repeats = 0;
  });
  output.on('drain', () => {
    writing = false;
    const resting = atRest;
    atRest = [];
    for (const rest of resting) rest();
    if (dropped === 0) return;
    const count = dropped;
    dropped = 0;
    tellDropped(count);
  });
  output.on('drop', (text: string) => {
    dropped += text.split('\n').length - 1;
  });
  // A line that cannot be written (full disk, closed terminal) must not end the process. The next line tries again.
  output.on('error', (error: NodeJS.ErrnoException) => {
    failed = true;
    // A closed terminal never reopens.
    if (error.code === 'EIO') output.write = () => true;
  });
  // Called at the exit of the process. After a failure, the destination would repeat the write for ever.
  const writeWaiting = output.flushSync.bind(output);
  output.flushSync = () => {
    if (failed) return;
    try {
      writeWaiting();
      writeSync(fd, lines);
    } catch {
      // Nothing is left that could take the lines.
    }
  };

  /** Resolves with true once every line is written or cannot be, and with false after so many milliseconds. */
  const written = (within: number): Promise<boolean> => {
    if (!(scheduled || writing) || failed) return Promise.resolve(true);
    return new Promise((resolve) => {
      atRest.push(() => resolve(true));
      setTimeout(() => resolve(failed), within);
    });
  };

  return {
    write(line) {
      if (lines.length + line.length > writeMax && lines !== '') writeLines();
      lines += line;
      if (scheduled) return;
      scheduled = true;
      setImmediate(() => {
        scheduled = false;
        writeLines();
      });
    },
    whenDropped(tell) {
      tellDropped = tell;
    },
    async exit(status) {
      if (!(await written(lastLinesTime))) process.kill(process.pid, 'SIGKILL');
      process.exit(status);
    },
  };
}
