import type {
  Platform,
  SendingDomain,
  Suppression,
  Workspace,
  WorkspaceHealth,
} from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { DayAllowance } from '../workspaces/health/day-allowance.ts';
import { readDayAllowances } from '../workspaces/health/read-day-allowances.ts';
import { readSuspensions } from '../workspaces/suspension/read-suspensions.ts';
import { type NextRoom, type Queued, readNextRooms } from './waits/next-room.ts';

/** What decides whether mail of a workspace to an address leaves now. */
export interface SendingFacts {
  readonly platform: Pick<Platform, 'suspendedAt'>;
  readonly workspace: Workspace;
  readonly health: WorkspaceHealth;
  readonly domain: SendingDomain | null;
  /** The first block on the address that withholds the mail. */
  readonly suppression: Suppression | null;
  readonly allowance: DayAllowance;
  /** Real mails that the workspace began to send on the day of `allowance`; 0 without a cap. */
  readonly sentToday: number;
  /** Since when the workspace is suspended; null: it is not, or the audit log no longer says. */
  readonly suspendedSince: Date | null;
  /** When the workspace sends again; null where it has room now. */
  readonly room: NextRoom | null;
}

/** A message to an address in a workspace, or the next emit to it. */
export interface SendingPlace extends Queued {
  readonly addressHash: Uint8Array<ArrayBuffer>;
  /** Of the mail: it is blocked by what blocks marketing too. */
  readonly topic?: string | null;
}

/** Reads the facts for an address in a workspace of this platform. */
export async function readSendingFacts(ctx: Ctx, place: SendingPlace): Promise<SendingFacts> {
  return (await readManySendingFacts(ctx, [place]))(place);
}

/** Reads the facts for several addresses in workspaces of this platform, in as many statements as for one. */
export async function readManySendingFacts(
  ctx: Ctx,
  places: readonly SendingPlace[],
): Promise<(place: SendingPlace) => SendingFacts> {
  const { prisma } = ctx.app.db;
  const { platformId } = ctx;
  const workspaceIds = [...new Set(places.map(({ workspaceId }) => workspaceId))];
  const [platform, workspaces, healths, domain, blockOf] = await Promise.all([
    prisma.platform.findUniqueOrThrow({ where: { id: platformId }, select: { suspendedAt: true } }),
    prisma.workspace.findMany({ where: { platformId, id: { in: workspaceIds } } }),
    prisma.workspaceHealth.findMany({ where: { platformId, workspaceId: { in: workspaceIds } } }),
    prisma.sendingDomain.findUnique({ where: { platformId } }),
    findBlocks(ctx, places),
  ]);
  const standing = workspaces.map((workspace) => {
    const health = healths.find(({ workspaceId }) => workspaceId === workspace.id);
    if (!health) throw new Error('A workspace has no health');
    return { workspace, health };
  });
  const suspended = workspaces.filter(({ status }) => status === 'suspended');
  const [allowances, suspensions] = await Promise.all([
    readDayAllowances(
      ctx.app,
      standing.map(({ workspace: { id, timezone }, health: { state } }) => ({ id, timezone, state })),
    ),
    readSuspensions(
      ctx.app,
      suspended.map(({ id }) => id),
    ),
  ]);
  const standings = standing.map((one) => {
    const allowance = allowances.get(one.workspace.id);
    if (!allowance) throw new Error('A workspace has no allowance');
    return { ...one, ...allowance };
  });
  const roomOf = await readNextRooms(ctx.app, standings, places);
  const byId = new Map(standings.map((one) => [one.workspace.id, one]));
  return (place) => {
    const found = byId.get(place.workspaceId);
    if (!found) throw new Error('The workspace of a message is not there');
    const suspension = suspensions.find(({ objectId, until }) => objectId === place.workspaceId && until === null);
    const suspendedSince = suspension?.from ?? null;
    return { platform, ...found, domain, suppression: blockOf(place), suspendedSince, room: roomOf(place) };
  };
}

/** Reads the first block that withholds mail to each address: of the workspace or of the whole platform. */
export async function findBlocks(
  { app, platformId }: Ctx,
  places: readonly SendingPlace[],
): Promise<(place: SendingPlace) => Suppression | null> {
  const addressHash = { in: places.map((place) => place.addressHash) };
  const blocks = places.some(hasTopic) ? {} : { blocks: 'all' as const };
  const scopeId = { in: [platformId, ...places.map((place) => place.workspaceId)] };
  const found = await app.db.prisma.suppression.findMany({
    where: { platformId, scopeId, addressHash, ...blocks },
    orderBy: { id: 'asc' },
  });
  const byAddress = Map.groupBy(found, (suppression) => hexOf(suppression.addressHash));
  return (place) => {
    const onAddress = (byAddress.get(hexOf(place.addressHash)) ?? []).filter(
      (one) => one.blocks === 'all' || hasTopic(place),
    );
    return onAddress.find((one) => one.workspaceId === null || one.workspaceId === place.workspaceId) ?? null;
  };
}

const hasTopic = ({ topic = null }: SendingPlace) => topic !== null;

const hexOf = (hash: Uint8Array) => Buffer.from(hash).toString('hex');
