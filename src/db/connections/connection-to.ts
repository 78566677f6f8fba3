/** How node-postgres connects to a URL: every pool, client and queue of the service takes this. */

import { parseDatabaseUrl } from '../../ground/config/database-url.ts';
import { createWayChooser, type Login, loginOf, type WayChooser } from './choose-way.ts';
import { Wire } from './wire.ts';

interface Connection extends Login {
  readonly stream: () => Wire;
}

/** Choices that are remembered; a process has two URLs at most, and a run of tests many. */
const choosersMax = 100;
/** State of the process, by URL: its `Db`, its queue and its listener share what one of them has learnt of the hosts. */
const choosers = new Map<string, WayChooser>();

/** Throws a DatabaseUrlFault. */
export function connectionTo(url: string): Connection {
  const parsed = parseDatabaseUrl(url);
  const chooser =
    choosers.get(url) ??
    createWayChooser(parsed, (way) => new Wire(parsed, { choose: async () => way, forget: () => undefined }));
  if (choosers.size >= choosersMax) choosers.clear();
  choosers.set(url, chooser);
  return { ...loginOf(parsed), stream: () => new Wire(parsed, chooser) };
}
