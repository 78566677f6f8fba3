import type { Ctx } from '../../context.ts';
import { notFound } from '../../ground/errors/errors.ts';
import type { PageWindow, TimeRange } from '../../ground/lists/keyset.ts';
import { mayNameLayout } from './layout-name.ts';
import { type LayoutUse, withUses } from './layout-users.ts';
import { readLayoutVersion, readPresentLayout, readPresentLayouts, type SavedLayout } from './read-layout.ts';

/** The largest version number that the database can hold. */
const maxVersion = 2 ** 31 - 1;

export type ShownLayout = SavedLayout & LayoutUse;

/** Returns a layout, or an older version of it; throws `not_found`. A deleted layout has no versions to read. */
export async function findLayout(
  { app, platformId }: Pick<Ctx, 'app' | 'platformId'>,
  { name, version }: { readonly name: string; readonly version?: number | null | undefined },
): Promise<ShownLayout> {
  const present = mayNameLayout(name) ? await readPresentLayout(app.db.pool, platformId, name) : null;
  if (present === null) throw notFound('layout');
  const [shown] = await withUses(app.db.pool, platformId, [await wanted(app, platformId, present, version)]);
  if (shown === undefined) throw notFound('layout');
  return shown;
}

async function wanted(
  app: Ctx['app'],
  platformId: string,
  present: SavedLayout,
  version: number | null | undefined,
): Promise<SavedLayout> {
  if (version == null || version === present.version) return present;
  const readable = Number.isInteger(version) && version > 0 && version <= maxVersion;
  const older = readable ? await readLayoutVersion(app.db.pool, platformId, { name: present.name, version }) : null;
  if (older === null) throw notFound('layoutVersion');
  return older;
}

/** Returns the layouts of a page, by name. All are read: a platform has few. */
export async function listLayouts(ctx: Ctx, times: TimeRange, window: PageWindow): Promise<readonly ShownLayout[]> {
  const { after, before, limit, inverted } = window;
  const within = (await layoutsIn(ctx, times)).filter(
    ({ name }) => (after === undefined || name > after) && (before === undefined || name < before),
  );
  const page = inverted ? within.reverse().slice(0, limit) : within.slice(0, limit);
  return withUses(ctx.app.db.pool, ctx.platformId, page);
}

export async function countLayouts(ctx: Ctx, times: TimeRange, limit: number): Promise<number> {
  return Math.min((await layoutsIn(ctx, times)).length, limit);
}

async function layoutsIn({ app, platformId }: Ctx, { from, until }: TimeRange): Promise<SavedLayout[]> {
  const all = await readPresentLayouts(app.db.pool, platformId);
  return all.filter(({ createdAt }) => (from == null || createdAt >= from) && (until == null || createdAt < until));
}
