import type {
  Platform,
  SendingDomain,
  Suppression,
  Workspace,
  WorkspaceHealth,
} from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { type DayAllowance, readDayAllowance } from '../workspaces/day-allowance.ts';

/** What decides whether mail of a workspace to an address leaves now. */
export interface SendingFacts {
  readonly platform: Pick<Platform, 'suspendedAt'>;
  readonly workspace: Workspace;
  readonly health: WorkspaceHealth;
  readonly domain: SendingDomain | null;
  /** The first block of all email on the address. */
  readonly suppression: Suppression | null;
  readonly allowance: DayAllowance;
  /** Real mails that the workspace began to send on the day of `allowance`; 0 without a cap. */
  readonly sentToday: number;
}

interface Place {
  readonly workspaceId: string;
  readonly addressHash: Uint8Array<ArrayBuffer>;
}

/** Reads the facts for an address in a workspace of this platform. */
export async function readSendingFacts(ctx: Ctx, { workspaceId, addressHash }: Place): Promise<SendingFacts> {
  const { prisma } = ctx.app.db;
  const { platformId } = ctx;
  const [platform, workspace, health, domain, suppression, allowance] = await Promise.all([
    prisma.platform.findUniqueOrThrow({ where: { id: platformId }, select: { suspendedAt: true } }),
    prisma.workspace.findUniqueOrThrow({ where: { platformId_id: { platformId, id: workspaceId } } }),
    prisma.workspaceHealth.findUniqueOrThrow({ where: { platformId_workspaceId: { platformId, workspaceId } } }),
    prisma.sendingDomain.findUnique({ where: { platformId } }),
    prisma.suppression.findFirst({
      where: { platformId, addressHash, blocks: 'all', OR: [{ workspaceId: null }, { workspaceId }] },
      orderBy: { id: 'asc' },
    }),
    readDayAllowance(ctx.app, { platformId, id: workspaceId }),
  ]);
  const sentToday = allowance.kind === 'capped' ? await readSent(ctx, workspaceId, allowance.day) : 0;
  return { platform, workspace, health, domain, suppression, allowance, sentToday };
}

async function readSent({ app }: Ctx, workspaceId: string, day: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ readonly sent: number }>(
    'SELECT sent FROM sending_days WHERE workspace_id = $1 AND day = $2',
    [workspaceId, day],
  );
  return rows[0]?.sent ?? 0;
}
