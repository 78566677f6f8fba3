/**
 * The bench `growth` as a long run: what the service repeats is as fast with 20,000,000 messages as in a database that is
 * nearly empty. CI makes a hundredth of them, whatever its share, and a busy machine decides no ratio there: a plan that
 * reads a table whole is many times slower.
 */
import { expect, test } from 'vitest';
import { bench } from '../bench/growth.ts';
import { summarise } from '../bench/kit/figures.ts';
import { openLab } from '../bench/kit/lab.ts';
import { fullRun } from '../bench/kit/settings.ts';
import { isWhole } from './share.ts';

const short = { ...fullRun, pairs: 3, seconds: 2, share: 0.01 };
/** How much slower a short run may be than empty, beside other work. */
const slowerMost = 4;

test('what the service repeats does not slow down as its tables grow', { timeout: 5_400_000 }, async () => {
  const lab = await openLab(isWhole ? fullRun : short);
  try {
    const { figures, notes = [] } = await bench.run(lab);
    for (const note of notes) lab.say(note);
    const found = figures.map(summarise);
    for (const { name, ours, yardstick, ratio, unit } of found)
      lab.say(JSON.stringify({ name, ours, yardstick, ratio, unit }));
    const judged = found.filter(({ target }) => target !== null);
    expect(judged.length).toBeGreaterThan(5);
    const missed = judged.filter(({ ratio, met, target }) =>
      isWhole ? !met : target?.bound === 'at most' ? ratio > slowerMost : ratio < 1 / slowerMost,
    );
    expect(missed.map(({ name, ratio }) => `${name} ${ratio}`)).toEqual([]);
  } finally {
    await lab.end();
  }
});
