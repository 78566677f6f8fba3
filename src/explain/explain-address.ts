import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { findEventType } from '../event-types/find-event-type.ts';
import { emitsAnHour, secondsUntilFree } from '../events/sliding-hour.ts';
import { emailAddress, parseInput } from '../input.ts';
import { findWorkspace } from '../workspaces/find-workspace.ts';
import type { Explanation, Step } from './explanation.ts';
import { explain } from './first-cause.ts';
import { readSendingFacts } from './sending-facts.ts';
import { ofDayCap, ofDomain, ofHealth, ofPlatform, ofSuppression, ofSuspension } from './sending-rules.ts';
import { ended, passed } from './steps.ts';

interface Sought {
  readonly workspace: string;
  readonly email: string;
  readonly eventType: string;
}

/**
 * Explains what would become of an emit to the address now: whether it would be refused, and whether its mail would
 * leave (docs/rules.md#emit-checks). Rejects with `not_found`, `validation_failed`.
 */
export async function explainAddress(ctx: Ctx, { workspace, email, eventType }: Sought): Promise<Explanation> {
  const { app } = ctx;
  const { email: address } = parseInput(z.object({ email: emailAddress }), { email });
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const { templateVersion } = await findEventType(ctx, eventType);
  const addressHash = Uint8Array.from(app.secrets.addressHash(address));
  const [facts, rate] = await Promise.all([
    readSendingFacts(ctx, { workspaceId, addressHash }),
    app.db.prisma.emitRate.findUnique({ where: { workspaceId_addressHash: { workspaceId, addressHash } } }),
  ]);
  const now = app.clock.now();
  const steps: readonly Step[] = [
    ...[ofPlatform(facts)].filter((step) => step !== null).map(refuses),
    refuses(ofSuspension(facts)),
    refuses(ofDomain(facts, facts.domain?.id ?? null, { config: app.config, now })),
    ofTemplate(templateVersion),
    ofHour(rate?.recent ?? [], now),
    withholds(ofSuppression(facts)),
    ofHealth(facts, app.config),
    ...[ofDayCap(facts, now)].filter((step) => step !== null),
  ];
  return explain(steps, 'would_leave', 'An emit would be accepted, and its mail would leave at once.');
}

/** What holds a message that was accepted refuses an emit. A domain that is settling refuses none. */
function refuses(step: Step): Step {
  if (step.verdict !== 'holds' || step.until !== null) return step;
  return { ...step, verdict: 'refuses', endedBy: null };
}

/** The message of the emit would be suppressed from the start. */
function withholds(step: Step): Step {
  return step.verdict === 'holds' ? { ...step, verdict: 'ended', endedBy: null } : step;
}

function ofTemplate(version: number | null): Step {
  if (version !== null) return passed('template', `Version ${version} of the template is the current one`);
  return ended('template', 'no_template', 'the event type has no template, so its events send no mail', null);
}

function ofHour(recent: readonly Date[], now: Date): Step {
  const wait = secondsUntilFree(recent, now);
  if (wait === null) return passed('hour', `The address has emits left of its ${emitsAnHour} an hour`);
  return {
    ...ended('hour', 'hour_used', `the address has had its ${emitsAnHour} emits of the hour`, null),
    verdict: 'refuses',
    until: new Date(now.getTime() + wait * 1_000),
  };
}
