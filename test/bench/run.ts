/**
 * `npm run bench` measures everything, `npm run bench emit` one or several names, each in a process of its own and
 * within its time. A full run writes test/bench/results.md; a trial (`--pairs`, `--seconds` or `--share` below the full
 * ones) prints alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { benchMinutes } from './kit/bench-minutes.ts';
import { type BenchSettings, isTrial, readCommand, usage } from './kit/settings.ts';
import { type BenchResult, writeResults } from './kit/write-results.ts';

/** After its time a bench has this long to end what it started; milliseconds. */
const endPatience = 20_000;

const known = Object.keys(benchMinutes);
const { names, settings } = readCommand(process.argv.slice(2));
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  throw new Error(`There is no bench ${unknown.join(', ')}. There are ${known.join(', ')}.\n${usage}`);
}

let running: ChildProcess | null = null;
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    isStopping = true;
    running?.kill('SIGTERM');
  });
}

async function run(name: string, minutes: number, given: BenchSettings): Promise<BenchResult | null> {
  const script = fileURLToPath(new URL('kit/run-bench.ts', import.meta.url));
  const child = fork(script, [name, JSON.stringify(given)], { execArgv: ['--import', 'tsx'] });
  running = child;
  let result: BenchResult | null = null;
  child.on('message', (message: BenchResult) => {
    result = message;
  });
  const timer = setTimeout(() => {
    process.stderr.write(`${name} did not end within ${minutes} minutes.\n`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), endPatience).unref();
  }, minutes * 60_000);
  await once(child, 'exit');
  clearTimeout(timer);
  return result;
}

const failed: string[] = [];
for (const [name, minutes] of Object.entries(benchMinutes)) {
  if (isStopping || (names.length > 0 && !names.includes(name))) continue;
  const result = await run(name, minutes, settings);
  if (result === null) failed.push(name);
  // Written after each bench: a run that is ended keeps what it has measured.
  else if (!isTrial(settings)) writeResults([result], known);
}
if (isTrial(settings)) process.stderr.write('A trial: test/bench/results.md is as it was.\n');
if (failed.length > 0) {
  process.stderr.write(`Ended with an error: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
