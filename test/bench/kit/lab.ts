/** What a bench runs in: its settings, a folder, and the list of what it has started. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchSettings } from './settings.ts';

export interface Lab {
  readonly settings: BenchSettings;
  /** Deleted at the end. */
  readonly folder: string;
  /** A part of a full run's rows, mails or emits; at least `least`. */
  sized(full: number, least?: number): number;
  say(line: string): void;
  /** Runs at the end, the last added first, even after an error. */
  atEnd(close: () => Promise<unknown>): void;
  end(): Promise<void>;
}

export async function openLab(settings: BenchSettings): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
  const closers: (() => Promise<unknown>)[] = [];
  return {
    settings,
    folder,
    sized: (full, least = 1) => Math.max(least, Math.round(full * settings.share)),
    say: (line) => void process.stdout.write(`${line}\n`),
    atEnd: (close) => void closers.unshift(close),
    async end() {
      for (const close of closers.splice(0)) {
        await close().catch((error: unknown) => process.stderr.write(`A part did not stop cleanly: ${error}\n`));
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
