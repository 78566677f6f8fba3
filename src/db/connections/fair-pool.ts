/**
 * A pool of connections that no platform can use up (docs/rules.md#connection-shares): every checkout waits for the
 * turn of its party (connection-room.ts).
 */
import pg from 'pg';
import { type ConnectionRoom, createConnectionRoom, type RoomUse } from './connection-room.ts';
import { currentParty } from './party.ts';

/** Checkouts of one party that may wait. */
const waitingMax = 1_000;

interface FairPoolConfig extends pg.PoolConfig {
  readonly max: number;
  /** Longest wait of a checkout for its turn; milliseconds. */
  readonly patience: number;
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

export class FairPool extends pg.Pool {
  readonly #slots: ConnectionRoom;
  readonly #release = new WeakMap<pg.PoolClient, () => void>();

  constructor(config: FairPoolConfig) {
    super(config);
    this.#slots = createConnectionRoom({
      slots: config.max,
      waitingMax,
      patience: config.patience,
    });
    // The event comes before the client is back in the pool: the next checkout begins after that.
    this.on('release', (_error, client) => queueMicrotask(() => this.#release.get(client)?.()));
  }

  /** `query` of the pool and Prisma's adapter check out their clients here too. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const checkout = this.#checkOut();
    if (callback === undefined) return checkout;
    checkout.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  /** Rejects every checkout that still waits. */
  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    this.#slots.close();
    return callback === undefined ? super.end() : void super.end(callback);
  }

  /** How crowded the pool is and was. */
  use(): RoomUse {
    return this.#slots.use();
  }

  async #checkOut(): Promise<pg.PoolClient> {
    // `asParty` has set the party where the work began: a door, a batch or a turn. It has followed every await since.
    const release = await this.#slots.acquire(currentParty());
    try {
      const client = await super.connect();
      this.#release.set(client, release);
      return client;
    } catch (error) {
      release();
      throw error;
    }
  }
}
