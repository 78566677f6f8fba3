import type { Prisma, SendingDomain, Suppression, Workspace, WorkspaceHealth } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { type DayAllowance, readDayAllowance } from '../workspaces/day-allowance.ts';

/** What of a message an explanation reads. */
export const explained = {
  event: true,
  attempts: { orderBy: { number: 'asc' } },
  reports: { orderBy: { number: 'asc' } },
  opens: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.MessageInclude;

export type ExplainedMessage = Prisma.MessageGetPayload<{ include: typeof explained }>;

/** The facts behind the explanation of a message, as they are now. */
export interface MessageFacts {
  readonly message: ExplainedMessage;
  readonly workspace: Workspace;
  readonly health: WorkspaceHealth;
  readonly domain: SendingDomain | null;
  /** The first block of all email on the address. */
  readonly suppression: Suppression | null;
  readonly allowance: DayAllowance;
  /** Real mails that the workspace began to send on the day of `allowance`; 0 without a cap. */
  readonly sentToday: number;
}

/** Reads the facts of a message of this platform. */
export async function readMessageFacts(ctx: Ctx, message: ExplainedMessage): Promise<MessageFacts> {
  const { prisma } = ctx.app.db;
  const { platformId } = ctx;
  const { workspaceId, addressHash } = message;
  const [workspace, health, domain, suppression, allowance] = await Promise.all([
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
  return { message, workspace, health, domain, suppression, allowance, sentToday };
}

async function readSent({ app }: Ctx, workspaceId: string, day: string): Promise<number> {
  const { rows } = await app.db.pool.query<{ readonly sent: number }>(
    'SELECT sent FROM sending_days WHERE workspace_id = $1 AND day = $2',
    [workspaceId, day],
  );
  return rows[0]?.sent ?? 0;
}
