/** Whatever else the machine runs is no part of an attack: the service, its database and what measures it come first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { openClient } from '../../support/open-client.ts';

/** How much more of a busy machine they get than other programs; levels of priority, of which root may give all. */
const preference = 10;
/** How often PostgreSQL's new processes are looked for; milliseconds. */
const lookEvery = 250;

/** Only a privileged user may do this: for others, the waits hold what else the machine did. */
export function prefer(pid: number): void {
  try {
    setPriority(pid, -preference);
    // Where Linux groups processes by their sessions, a priority counts within the group alone (sched(7)).
    writeFileSync(`/proc/${pid}/autogroup`, `-${preference}`);
  } catch {
    // Not root, or no Linux.
  }
}

/** Prefers the processes of PostgreSQL, each of which has a session of its own, until the returned function is called. */
export async function preferDatabase(url: string): Promise<() => void> {
  const client = await openClient(url);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = serverOf(rows[0]?.pid ?? 0);
  await client.end();
  const known = new Set<number>();
  const look = () => {
    for (const pid of childrenOf(server)) {
      if (known.has(pid)) continue;
      known.add(pid);
      prefer(pid);
    }
  };
  look();
  const looking = setInterval(look, lookEvery);
  return () => clearInterval(looking);
}

/** The process that started a connection's; 0 where Linux' /proc does not say. */
function serverOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
