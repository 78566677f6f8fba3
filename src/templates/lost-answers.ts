/** Finds out whether the answers that a template asks for reach nobody (docs/rules.md#lost-answers). */
import { setTimeout as sleep } from 'node:timers/promises';
import { asksInSteps, type TemplateContent } from '../../emails/index.ts';
import type { App, Ctx } from '../context.ts';
import { giveWayFairly } from '../ground/give-way/give-way-fairly.ts';
import { hostName } from '../sending-domain/host-name.ts';
import { isCaptured } from '../sending-domain/sendable.ts';

/** Time that a check waits for DNS; milliseconds. */
const dnsPatience = 2_000;

export interface LostAnswers {
  /** The sender's. */
  readonly domain: string;
  /** Languages whose texts ask for answers; at least one. */
  readonly locales: readonly string[];
}

/** Returns null where answers arrive, where none are asked for, and where DNS does not say. */
export async function findLostAnswers(ctx: Ctx, content: TemplateContent): Promise<LostAnswers | null> {
  const { app, platformId } = ctx;
  if (content.replyTo !== null && content.replyTo !== '') return null;
  const locales = await giveWayFairly(platformId, asksInSteps(content));
  if (locales.length === 0) return null;
  const sender = await app.db.prisma.sendingDomain.findUnique({ where: { platformId }, select: { domain: true } });
  if (sender === null || isCaptured(app.config, sender.domain)) return null;
  return (await takesNoMail(app, sender.domain)) ? { domain: sender.domain, locales } : null;
}

/** Whether DNS names no host that takes answers. Our own takes reports alone. */
async function takesNoMail(app: App, domain: string): Promise<boolean> {
  const stop = new AbortController();
  const late = sleep(dnsPatience, 'unknown' as const, { signal: stop.signal }).catch(() => 'unknown' as const);
  const found = await Promise.race([app.dns.mx(domain), late]);
  stop.abort();
  if (found === 'unknown' || found === 'refused') return false;
  const ours = hostName(app.config.bounceHost);
  return found.every(({ exchange }) => ['', ours].includes(hostName(exchange)));
}
