import type { ExchangerPace, MessageResend } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { ExplainedMessage } from './explained-message.ts';
import type { Step } from './explanation.ts';
import { findLift, type Lift } from './find-lift.ts';
import { type Decided, findDecided } from './of-consent.ts';
import { readSendingFacts, type SendingFacts } from './sending-facts.ts';
import { findPaces } from './waits/find-paces.ts';
import { readHeldBefore } from './waits/held-before.ts';
import { readWhyUnmade } from './why-unmade.ts';

/** A message and what decides whether it leaves, as they are now. */
export interface HoldFacts extends SendingFacts {
  readonly message: ExplainedMessage;
  /** What the provider of the exchangers asked for, where the message waits for them. */
  readonly pace: ExchangerPace | null;
  /** Where the message has a topic: the contact, unless it is gone. */
  readonly contact: Decided | null;
}

/** The same with what happened to its content otherwise. */
export interface ExplainedFacts extends HoldFacts {
  /** The earlier message whose content this one sends again. */
  readonly resendOf: MessageResend | null;
  /** The first messages that send this one again. */
  readonly resends: readonly MessageResend[];
  /** What held the message before its first attempt, or until it expired. */
  readonly heldBefore: readonly Step[];
  /** The suppression that withheld the message, where somebody has lifted it since. */
  readonly lift: Lift | null;
  /** Why the mail could not be made; null where it could. */
  readonly whyUnmade: string | null;
}

/** Resends of one message that an explanation names. */
const resendsMax = 5;

/** Reads the facts of a message of this platform. */
export async function readMessageFacts(ctx: Ctx, message: ExplainedMessage): Promise<ExplainedFacts> {
  const { workspaceId, id } = message;
  const { prisma } = ctx.app.db;
  const [facts, resendOf, resends, lift, paceOf, contact, whyUnmade] = await Promise.all([
    readSendingFacts(ctx, message),
    prisma.messageResend.findUnique({ where: { workspaceId_messageId: { workspaceId, messageId: id } } }),
    prisma.messageResend.findMany({
      where: { workspaceId, originalId: id },
      orderBy: { messageId: 'asc' },
      take: resendsMax,
    }),
    message.state === 'suppressed' ? findLift(ctx, message) : null,
    findPaces(ctx, [message]),
    findDecided(ctx, message),
    readWhyUnmade(ctx, message),
  ]);
  const heldBefore = await readHeldBefore(ctx.app, message, facts);
  return { message, resendOf, resends, heldBefore, lift, pace: paceOf(message), contact, whyUnmade, ...facts };
}
