/** Why a message left or did not: the facts are read here, judged in judge-message.ts. */
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId, mintedAt } from '../ground/ids.ts';
import { nameless } from '../people/read-person.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { ownRows } from '../tenant/own-rows.ts';
import { type ExplainedMessage, explained } from './explained-message.ts';
import type { Explanation } from './explanation.ts';
import { ended } from './explanation-steps.ts';
import { explain } from './first-cause.ts';
import { judgeMessage } from './judge-message.ts';
import { readMessageFacts } from './message-facts.ts';

/** Events of one platform and one millisecond that are examined. */
const sameInstantMax = 1_000;

interface Sought {
  /** The id of a message, as webhooks and logs show it; in a workspace also the id of its event. */
  readonly id: string;
  /** The id of the workspace, or `ref:<reference>`; null for any of the platform. */
  readonly workspace: string | null;
}

/**
 * Explains why a message of the platform left or did not. Of an erased person the event alone is left, which says so.
 * Rejects with `not_found`.
 */
export async function explainMessage(ctx: Ctx, { id, workspace }: Sought): Promise<Explanation> {
  if (!isId(id)) throw notFound('message');
  const workspaceId = workspace === null ? null : (await findWorkspace(ctx, workspace)).id;
  const message = await findExplained(ctx, id, workspaceId);
  if (message) return judgeMessage(await readMessageFacts(ctx, message), ctx.app.config, ctx.app.clock.now());
  const erased = await findErased(ctx, id, workspaceId);
  if (erased === null) throw notFound('message');
  const { createdAt } = erased;
  const fact = `The person was erased, and this message with them: the emit of ${createdAt.toISOString()} is all that is left`;
  return explain([ended('erasure', 'erased', fact, null)], { cause: 'erased', summary: fact, next: null });
}

/**
 * Finds the event of an erased person, by its own id or by that of its message. A message is gone with its id, but both
 * ids were minted at the instant that the event keeps as its time.
 */
async function findErased(ctx: Ctx, id: string, workspaceId: string | null) {
  const at = mintedAt(id);
  if (at === null || at <= keptSince(eventLifetime, ctx.app.clock.now())) return null;
  const place = workspaceId === null ? {} : { workspaceId };
  const events = await ctx.app.db.prisma.event.findMany({
    where: { ...ownRows(ctx), ...place, addressHash: nameless, mails: true, createdAt: at },
    select: { id: true, createdAt: true, message: { select: { id: true } } },
    take: sameInstantMax,
  });
  return events.find((event) => event.id === id) ?? events.find(({ message }) => message === null) ?? null;
}

async function findExplained(ctx: Ctx, id: string, workspaceId: string | null): Promise<ExplainedMessage | null> {
  const { prisma } = ctx.app.db;
  const found = await prisma.message.findFirst({ where: { ...ownRows(ctx), id, ...kept(ctx) }, ...explained });
  if (found !== null && workspaceId !== null && found.workspaceId !== workspaceId) return null;
  if (found !== null || workspaceId === null) return found;
  return prisma.message.findUnique({
    where: { workspaceId_eventId: { workspaceId, eventId: id }, platformId: ctx.platformId, ...kept(ctx) },
    ...explained,
  });
}

const kept = ({ app }: Ctx) => ({ createdAt: { gt: keptSince(eventLifetime, app.clock.now()) } });
