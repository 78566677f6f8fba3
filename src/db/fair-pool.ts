/** A pool of connections that no platform can use up: every checkout waits for its party's turn (fair-slots.ts). */
import pg from 'pg';
import { createFairSlots, type FairSlots } from './fair-slots.ts';
import { currentParty } from './party.ts';

/** Checkouts that may wait on behalf of one party. */
const waitingMax = 1_000;

interface FairPoolConfig extends pg.PoolConfig {
  readonly max: number;
  /** How long a checkout may wait for its turn; milliseconds. */
  readonly patience: number;
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

export class FairPool extends pg.Pool {
  readonly #slots: FairSlots;
  readonly #release = new WeakMap<pg.PoolClient, () => void>();

  constructor(config: FairPoolConfig) {
    super(config);
    this.#slots = createFairSlots({
      slots: config.max,
      waitingMax,
      patience: config.patience,
    });
    // Emitted while the client is still on its way back: the next checkout begins once it is there.
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

  /** Who still waits for a connection then is refused at once. */
  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    this.#slots.close();
    return callback === undefined ? super.end() : void super.end(callback);
  }

  async #checkOut(): Promise<pg.PoolClient> {
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
