/** A process that keeps its pictures in a store, with the time of the machine, which a store may compare with its own. */
import type { App, Ctx } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import type { StorePlace } from '../../../src/ground/config/picture-store.ts';
import { createPicture } from '../../../src/pictures/create-picture.ts';
import { createObjectStore, type ObjectStore } from '../../../src/transport/objects/object-store.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { createWorld, type World } from '../../support/world.ts';
import { pictures } from '../pictures.ts';

export interface StoreWorld extends World {
  readonly server: S3Server;
  readonly ctx: Ctx;
  /** The same bucket, asked past the service. */
  readonly bucket: ObjectStore;
  /** Another process of the same service. */
  elsewhere(): Ctx;
  /** A process to which no store is configured. */
  withoutStore(): Ctx;
  /** A process that keeps its pictures at another address. */
  withStoreAt(url: string): Ctx;
  upload(ctx?: Ctx, content?: Buffer): Promise<string>;
  /** Name of the object of a picture. */
  objectOf(id: string): Promise<string>;
  /** Pictures whose bytes the database has, and objects whose removal is noted. */
  kept(): Promise<{ readonly contents: number; readonly removals: number }>;
}

export async function createStoreWorld(): Promise<StoreWorld> {
  const server = await startS3Server();
  const world = await createWorld(server.env, createTestClock(new Date()));
  const { ctx } = await world.tenant();
  const { app } = world;
  const place = app.config.pictureStore;
  if (place === null) throw new Error('no store is configured');
  const { pool } = app.db;
  const others: App[] = [];
  const another = (pictureStore: StorePlace | null): Ctx => {
    const other = createApp({ ...app, config: { ...app.config, pictureStore } });
    others.push(other);
    return { ...ctx, app: other };
  };
  const withoutStore = another(null);
  return {
    ...world,
    server,
    ctx,
    bucket: createObjectStore(place, () => new Date()),
    elsewhere: () => another(place),
    withoutStore: () => withoutStore,
    withStoreAt: (url) => another({ ...place, url }),
    upload: async (by = ctx, content = pictures.png) =>
      (await createPicture(by, { content: content.toString('base64') })).id,
    async objectOf(id) {
      const { rows } = await pool.query('SELECT object FROM pictures WHERE id = $1', [id]);
      return rows[0].object;
    },
    async kept() {
      const { rows } = await pool.query(
        `SELECT (SELECT count(*)::int FROM picture_contents) AS contents,
                (SELECT count(*)::int FROM picture_removals) AS removals`,
      );
      return rows[0];
    },
    async close() {
      for (const { parts } of [app, ...others]) await parts.pictureRewriter.close();
      await world.close();
      await server.close();
    },
  };
}
