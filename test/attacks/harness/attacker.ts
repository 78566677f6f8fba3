/** The attacker's process: runs attacks by name. Nice, so that its work takes no processor from the service. */
import { getPriority, setPriority } from 'node:os';
import pg from 'pg';
import { beginSession, openClient } from '../../support/open-client.ts';
import type { Attack, World } from './attack.ts';
import { type AttackerPlatform, createAttackerPlatform } from './attacker-platform.ts';
import { answerQuestions } from './child.ts';
import { createHostileServers } from './hostile-servers.ts';
import { loadAttacks } from './load-attacks.ts';
import type { Place } from './place.ts';
import { openSocket, type RawSocket } from './raw-socket.ts';
import { createSender } from './send-request.ts';
import { verifyDomains } from './verify-domains.ts';

export interface Order {
  readonly name: string;
  readonly place: Place;
}

/** Counts by label, and the labels that say nothing clear. */
export interface Tally {
  readonly labels: Readonly<Record<string, number>>;
  readonly unclear: readonly string[];
}

/** Milliseconds; beyond the patience of every attack. */
const requestPatience = 120_000;

setPriority(getPriority() + 5);
const attacks = new Map((await loadAttacks()).map((listed) => [listed.title, listed.attack]));

async function run({ name, place }: Order): Promise<Tally> {
  const attack = attacks.get(name);
  if (!attack) throw new Error(`No attack is named ${name}`);
  const { world, close } = createWorld(place);
  try {
    return tally(await attack.run(world));
  } finally {
    await close();
  }
}

function tally(replies: Awaited<ReturnType<Attack['run']>>): Tally {
  const labels: Record<string, number> = {};
  for (const { label } of replies) labels[label] = (labels[label] ?? 0) + 1;
  return { labels, unclear: [...new Set(replies.filter(({ clear }) => !clear).map(({ label }) => label))] };
}

function createWorld(place: Place): { readonly world: World; close(): Promise<void> } {
  const sender = createSender(place.url, requestPatience);
  const hostile = createHostileServers(place);
  const sockets: RawSocket[] = [];
  const pool = new pg.Pool({ connectionString: place.databaseUrl, max: 2, onConnect: beginSession });
  pool.on('error', () => undefined);
  const locks: pg.Client[] = [];
  const isMx = place.transport === 'mx';
  let platform: Promise<AttackerPlatform> | null = null;
  return {
    world: {
      ...hostile.servers,
      place,
      platform() {
        platform ??= createAttackerPlatform(sender.send, place.operatorToken, async () => {
          if (isMx) await verifyDomains(pool);
        });
        return platform;
      },
      request: sender.send,
      async socket(port) {
        const socket = await openSocket(port === 'http' ? Number(new URL(place.url).port) : place.inboundPort);
        sockets.push(socket);
        return socket;
      },
      async lock(statement, values = []) {
        const client = await openClient(place.databaseUrl);
        client.on('error', () => undefined);
        locks.push(client);
        await client.query('BEGIN');
        await client.query(statement, [...values]);
      },
      query: async (statement, values = []) => (await pool.query(statement, [...values])).rows,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      hostile.close();
      await Promise.all([sender.close(), ...locks.map((client) => client.end()), pool.end()]);
    },
  };
}

answerQuestions(null, { run: (order) => run(order as Order) });
