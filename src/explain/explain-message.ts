/** Why a message left or did not: the facts are read here, judged in judge-message.ts. */
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { isId } from '../ids.ts';
import { nameless } from '../people/read-person.ts';
import { ownRows } from '../platforms/own-rows.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import type { Explanation } from './explanation.ts';
import { judgeMessage } from './judge-message.ts';
import { type ExplainedMessage, explained, readMessageFacts } from './message-facts.ts';

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
  if (workspaceId === null) throw notFound('message');
  const event = await ctx.app.db.prisma.event.findUnique({
    where: { workspaceId_id: { workspaceId, id }, ...kept(ctx) },
  });
  if (event === null || !nameless.equals(event.addressHash)) throw notFound('message');
  return {
    cause: 'erased',
    summary: 'The person was erased, and the message with them.',
    steps: [
      {
        rule: 'erasure',
        verdict: 'ended',
        fact: 'The person was erased, and the message with them',
        at: null,
        until: null,
        endedBy: null,
        cause: 'erased',
      },
    ],
  };
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
