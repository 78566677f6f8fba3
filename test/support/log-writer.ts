/** A process that writes to its log as it is told: `{ lines }` writes so many, `{ exit }` writes so many and exits. */
import { createLog } from '../../src/ground/log/log.ts';
import { standardOutput } from '../../src/ground/log/log-output.ts';

const output = standardOutput();
const log = createLog('info', output);
output.whenDropped((dropped) => {
  log.warn({ dropped }, 'dropped');
  process.send?.('caught up');
});
let next = 0;
/** Characters of a line's filling. */
const filling = 'x'.repeat(1_000);

function write(lines: number): void {
  for (let written = 0; written < lines; written += 1) {
    log.info({ n: next, filling }, 'line');
    next += 1;
  }
}

process.on('message', async ({ lines = 0, exit = 0 }: { lines?: number; exit?: number }) => {
  write(lines + exit);
  if (exit > 0) await output.exit(0);
  // After the round in which the lines are written.
  setImmediate(() => setImmediate(() => process.send?.('alive')));
});
process.send?.('alive');
