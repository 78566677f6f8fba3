/** SpamAssassin with the rules of its package and without network tests: how a filter judges the mails. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insistOn } from './run.ts';

export interface SpamScore {
  readonly score: number;
  /** Which rules gave how many points. */
  readonly report: string;
}

/** The score of each mail, in order. All in one process: it takes seconds to read its rules. */
export async function scoreMails(mails: readonly Buffer[]): Promise<readonly SpamScore[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-spamassassin-'));
  try {
    const files = mails.map((_, at) => join(folder, `${String(at).padStart(4, '0')}.eml`));
    await Promise.all(mails.map((mail, at) => writeFile(files[at] ?? '', mail)));
    const output = await insistOn('spamassassin', [
      ...['--local', '--test-mode', `--prefspath=${join(folder, 'user_prefs')}`],
      // Earlier senders of this machine must not count, nor that everything happens on one machine.
      ...['--cf=use_bayes 0', '--cf=use_auto_whitelist 0', '--cf=score ALL_TRUSTED 0'],
      ...files,
    ]);
    const reports = output.split(/^(?=Content analysis details:)/m).slice(1);
    return reports.map((report) => {
      const score = /\((-?[\d.]+) points/.exec(report)?.[1];
      if (score === undefined) throw new Error(`SpamAssassin gave no score:\n${report}`);
      return { score: Number(score), report: report.slice(0, 2_000) };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
