/** SpamAssassin with the rules of its package, asking nobody: what a mail looks like to a filter. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insistOn } from './run.ts';

export interface SpamScore {
  readonly score: number;
  /** Which rules gave how many points. */
  readonly report: string;
}

export async function scoreMail(mail: Buffer): Promise<SpamScore> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-spamassassin-'));
  try {
    const settings = ['--local', '--test-mode', `--prefspath=${join(folder, 'user_prefs')}`];
    // What others sent here before must not count: neither learnt words nor known senders.
    const forgetful = ['--cf=use_bayes 0', '--cf=use_auto_whitelist 0'];
    const output = await insistOn('spamassassin', [...settings, ...forgetful], mail);
    const score = /^Content analysis details:\s+\((-?[\d.]+) points/m.exec(output)?.[1];
    if (score === undefined) throw new Error(`SpamAssassin gave no score:\n${output}`);
    return { score: Number(score), report: output.slice(output.indexOf('Content analysis details')) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
