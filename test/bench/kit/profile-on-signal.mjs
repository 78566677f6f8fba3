/**
 * Loaded into the service before its own code (`node --import`): SIGUSR2 starts a CPU profile of the main thread, the
 * next SIGUSR2 ends it and writes it to the folder BENCH_PROFILES. Without a signal nothing runs.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Between two samples; microseconds. */
const samplingInterval = 500;

const folder = process.env.BENCH_PROFILES;
let session = null;

if (isMainThread && folder !== undefined) process.on('SIGUSR2', () => (session === null ? start() : stop()));

function start() {
  session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: samplingInterval });
  session.post('Profiler.start');
}

function stop() {
  const ending = session;
  session = null;
  ending.post('Profiler.stop', (error, result) => {
    ending.disconnect();
    if (error) throw new Error(error.message);
    const file = join(folder, `${process.pid}-${Date.now()}.cpuprofile`);
    // Renamed once it is whole: the reader looks for the name.
    writeFileSync(`${file}.part`, JSON.stringify(result.profile));
    renameSync(`${file}.part`, file);
  });
}
