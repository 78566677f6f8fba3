/** Takes a CPU profile of the service while a load runs. */
import { readdir, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProfiledLoad } from './bench.ts';
import { catches, processTree } from './process-tree.ts';
import { type CpuProfile, type ProfileReport, readProfile } from './read-profile.ts';

/** Functions of a report. */
const shown = 25;
/** A profile is written within this time; milliseconds. */
const patience = 30_000;

/** One report for each process of the service that runs JavaScript of ours, the busiest first. */
export async function takeProfile({ service, run }: ProfiledLoad): Promise<readonly ProfileReport[]> {
  const before = new Set(await profilesIn(service.profiles));
  // Of the processes that the service starts, those that have loaded profile-on-signal.mjs.
  const pids = processTree(service.pid).filter((pid) => catches(pid, constants.signals.SIGUSR2));
  for (const pid of pids) process.kill(pid, 'SIGUSR2');
  await run();
  for (const pid of pids) process.kill(pid, 'SIGUSR2');
  let files: readonly string[] = [];
  for (const until = Date.now() + patience; files.length < pids.length && Date.now() < until; await sleep(50)) {
    files = (await profilesIn(service.profiles)).filter((name) => !before.has(name));
  }
  if (files.length === 0) throw new Error('The service wrote no profile.');
  const reports: ProfileReport[] = [];
  for (const name of files) {
    const profile: CpuProfile = JSON.parse(await readFile(join(service.profiles, name), 'utf8'));
    reports.push(readProfile(profile));
  }
  return reports.sort((a, b) => b.busy - a.busy);
}

async function profilesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
}

/** The hottest functions and files, a line each. */
export function profileLines({ busy, functions, places, callers }: ProfileReport): readonly string[] {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`.padStart(7);
  return [
    `main thread busy ${percent(busy).trim()} of the time; of that, by function:`,
    ...functions.slice(0, shown).map(({ share, name, place }) => `${percent(share)}  ${name}  ${place}`),
    'by the nearest function of ours that called it, or package:',
    ...callers.slice(0, shown).map(({ share, name, place }) => `${percent(share)}  ${name}  ${place}`),
    'by file or package:',
    ...places.slice(0, shown).map(({ share, place }) => `${percent(share)}  ${place}`),
  ];
}
