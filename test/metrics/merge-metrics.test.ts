/** The metrics of several processes in one text (docs/rules.md#metrics). */
import { expect, test } from 'vitest';
import { mergeMetrics } from '../../src/metrics/merge-metrics.ts';
import { readScrape } from '../support/scraped.ts';

const of = (process: number, emits: number) => `# HELP tidings_emits_total Emits.
# TYPE tidings_emits_total counter
tidings_emits_total{answer="accepted",process="${process}"} ${emits}

# HELP tidings_process_up Whether it answered.
# TYPE tidings_process_up gauge
tidings_process_up{process="${process}"} 1
`;

test('each metric has one head, and the series of all processes together', () => {
  const merged = mergeMetrics(
    new Map([
      [1, of(1, 3)],
      [2, null],
      [3, of(3, 4)],
    ]),
  );
  expect(merged.match(/^# TYPE tidings_emits_total counter$/gm)).toHaveLength(1);
  expect(merged.indexOf('process="3"} 4')).toBeLessThan(merged.indexOf('# TYPE tidings_process_up'));
  const seen = readScrape(merged);
  expect(seen.value('tidings_emits_total', { process: '3' })).toBe(4);
  // One that did not answer is seen to be gone.
  expect([1, 2, 3].map((process) => seen.value('tidings_process_up', { process: String(process) }))).toEqual([1, 0, 1]);
});

test('with no process to ask, each is told to be gone', () => {
  expect(mergeMetrics(new Map([[1, null]]))).toBe(
    '# TYPE tidings_process_up gauge\ntidings_process_up{process="1"} 0\n',
  );
});
