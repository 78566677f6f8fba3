/** An attack, and the means it has. */
import type { AttackerPlatform } from './attacker-platform.ts';
import type { HostileServers } from './hostile-servers.ts';
import type { Place } from './place.ts';
import type { RawSocket } from './raw-socket.ts';
import type { Answer, Reply } from './reply.ts';
import type { HttpRequest } from './send-request.ts';

export interface Attack {
  /** Unique in its group; a phrase, by which it is run alone. */
  readonly name: string;
  /** `mx`: mail goes straight to exchangers that DNS names. Default: `capture`, every mail goes to one sink. */
  readonly transport?: 'capture' | 'mx';
  /** How long the attacker waits at most; milliseconds. Default: 30,000. */
  readonly patience?: number;
  /** How long the service is watched after the last answer; milliseconds. Default: 300. */
  readonly watch?: number;
  /** Runs in the attacker's process. What `world` opened is closed afterwards. */
  run(world: World): Promise<readonly Reply[]>;
}

export interface World extends HostileServers {
  readonly place: Place;
  /** A platform that this run has for itself, with workspace ref:shop and event type order.shipped with a template. */
  platform(): Promise<AttackerPlatform>;
  request(request: HttpRequest): Promise<Answer>;
  /** A connection to the HTTP port, or to the inbound SMTP listener. */
  socket(port: 'http' | 'inbound'): Promise<RawSocket>;
  /** Runs statements in a transaction that stays open, with its locks, until the attack ends. */
  lock(statement: string, values?: readonly unknown[]): Promise<void>;
  query(statement: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  pause(ms: number): Promise<void>;
}
