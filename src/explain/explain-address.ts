import { z } from 'zod';
import type { Simulation } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { findEventType } from '../event-types/find-event-type.ts';
import { emitsAnHour, secondsUntilFree } from '../events/emit/address-limit.ts';
import { simulationOf } from '../events/emit/simulator.ts';
import { emailAddress } from '../ground/addresses/email-address.ts';
import { parseInput } from '../ground/input/input.ts';
import { messageLifetime } from '../messages/states/message-lifetime.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import type { Explanation, Step } from './explanation.ts';
import { ended, passed } from './explanation-steps.ts';
import { explain, type Usual } from './first-cause.ts';
import { decided, ofConsent } from './of-consent.ts';
import { readSendingFacts } from './sending-facts.ts';
import { ofDomain, ofHealth, ofPlatform, ofSuppression, ofSuspension } from './sending-rules.ts';

interface Sought {
  readonly workspace: string;
  readonly email: string;
  readonly eventType: string;
}

/**
 * Explains what would become of an emit to the address now: whether it would be refused, and whether its mail would
 * leave. The rules are those of an emit and in their order (docs/rules.md#address-explanation); those that bear on real mail
 * alone are left out for simulator addresses, and those that bear on mail for types without a template. Rejects with
 * `not_found`, `validation_failed`.
 */
export async function explainAddress(ctx: Ctx, { workspace, email, eventType }: Sought): Promise<Explanation> {
  const { app } = ctx;
  const { email: address } = parseInput(z.object({ email: emailAddress }), { email });
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const { templateVersion, topic } = await findEventType(ctx, eventType);
  const addressHash = Uint8Array.from(app.secrets.addressHash(address));
  const [facts, rate, contact] = await Promise.all([
    readSendingFacts(ctx, { workspaceId, addressHash, topic }),
    app.db.prisma.emitRate.findUnique({ where: { workspaceId_addressHash: { workspaceId, addressHash } } }),
    topic === null
      ? null
      : app.db.prisma.contact.findUnique({
          where: { workspaceId_addressHash: { workspaceId, addressHash } },
          select: decided,
        }),
  ]);
  const now = app.clock.now();
  const simulation = simulationOf(address, app.config.simulatorDomain);
  const real = simulation === null;
  const mails = templateVersion !== null;
  const steps: readonly (Step | null)[] = [
    ofPlatform(facts),
    real ? null : ofSimulator(simulation, app.config.simulatorDomain),
    ofSuspension(facts),
    real ? ofDomain(facts, facts.domain?.id ?? null, { config: app.config, now }) : null,
  ];
  const withholding = [real ? ofSuppression(facts, topic) : null, ofConsent(topic, contact)];
  const ofMail = [
    ofHour(rate?.recent ?? [], now),
    ...withholding.filter((step) => step !== null).map(withholds),
    ...(real ? ofHealth(facts, new Date(now.getTime() + messageLifetime * 1_000), app.config) : []),
  ];
  return explain(
    [
      ...steps.filter((step) => step !== null).map(refuses),
      ofTemplate(templateVersion),
      // An emit without mail is not counted, and nothing of it leaves.
      ...(mails ? ofMail : []),
    ],
    usualOf(simulation ?? null),
  );
}

function usualOf(simulation: Simulation | null): Usual {
  const summary =
    simulation === null
      ? 'An emit would be accepted, and its mail would leave at once.'
      : `An emit would be accepted: the simulator plays the outcome ${nameOf(simulation)}, and no mail is sent.`;
  return { cause: 'would_leave', summary, next: null };
}

/** As the address spells it. */
const nameOf = (simulation: Simulation) => simulation.replace('_', '-');

/** @param simulation Undefined: an address of the simulator domain that plays nothing. */
function ofSimulator(simulation: Simulation | undefined, domain: string): Step {
  if (simulation !== undefined) {
    return passed('recipient', `The simulator plays the outcome ${nameOf(simulation)} for this address`);
  }
  return {
    ...ended('recipient', 'simulator_unknown', `the simulator plays no outcome for this address at ${domain}`, null),
    verdict: 'refuses',
    code: 'validation_failed',
  };
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
    code: 'recipient_rate_limited',
    until: new Date(now.getTime() + wait * 1_000),
  };
}
