/** What waits in each part of the deployment, and what of it wants a person. What is zero is left out where it is shown. */
import type { OperationsQuery } from '../../api/operations.ts';
import { words } from '../../words.ts';
import type { Tone } from '../badge.tsx';
import { type Counted, counted } from '../figures/numbers.ts';

const text = words.operations;

type Operations = NonNullable<OperationsQuery['operations']>;

export interface Amount {
  readonly name: string;
  readonly value: string;
  readonly isZero: boolean;
  /** Set where the number should be zero. */
  readonly tone?: Tone;
  /** What the number means for people, and what they can do. */
  readonly hint?: string;
  /** Time since which the oldest of them waits. */
  readonly since?: { readonly label: string; readonly at: string } | null;
  /** A number that is no work: alone it is not worth a place. */
  readonly isCalm?: boolean;
}

interface Backlog {
  readonly title: string;
  readonly amounts: readonly Amount[];
}

type More = Partial<Omit<Amount, 'name' | 'value' | 'isZero'>>;

const amount = (name: string, number: Counted, more: More = {}): Amount => ({
  name,
  value: counted(number),
  isZero: number.count === 0,
  ...more,
});

const since = (label: string, at: string | null) => (at === null ? null : { label, at });

/** Those where something waits, and the titles of those where nothing does. */
export function backlogsOf(operations: Operations): {
  readonly some: readonly Backlog[];
  readonly none: readonly string[];
} {
  const all = [
    sendingOf(operations.sending),
    webhooksOf(operations.webhooks),
    erasuresOf(operations.erasures),
    domainsOf(operations.sendingDomains),
  ].filter((backlog) => backlog !== null);
  const hasWork = ({ amounts }: Backlog) => amounts.some(({ isZero, isCalm }) => !isZero && !isCalm);
  return {
    some: all
      .filter(hasWork)
      .map(({ title, amounts }) => ({ title, amounts: amounts.filter(({ isZero }) => !isZero) })),
    none: all.filter((backlog) => !hasWork(backlog)).map(({ title }) => title),
  };
}

function sendingOf(sending: Operations['sending']): Backlog | null {
  if (!sending) return null;
  const { due, queued, scheduled, lostLeases, oldestDueAt, oldestEmitAt } = sending;
  const amounts = [
    amount(text.lostLeases, lostLeases, { tone: 'warn', hint: text.lostLeasesHint }),
    amount(text.due, due, { since: since(text.waitsSince, oldestDueAt) }),
    amount(text.queued, queued, { since: since(text.oldestEmit, oldestEmitAt) }),
    amount(text.inHand, sending.sending),
    amount(text.workspacesDue, sending.workspacesDue),
    amount(text.scheduled, scheduled),
    amount(text.awaitingReport, sending.awaitingReport),
  ];
  return { title: text.sending, amounts };
}

function webhooksOf(webhooks: Operations['webhooks']): Backlog | null {
  if (!webhooks) return null;
  const { due, pending, endpointsDue, oldestDueAt, oldestRoundAt } = webhooks;
  const amounts = [
    amount(text.due, due, { since: since(text.waitsSince, oldestDueAt) }),
    amount(text.pending, pending, { since: since(text.oldestRound, oldestRoundAt) }),
    amount(text.endpointsDue, endpointsDue),
  ];
  return { title: text.webhooks, amounts };
}

function erasuresOf(erasures: Operations['erasures']): Backlog | null {
  if (!erasures) return null;
  const { open, overdue, oldestRequestedAt } = erasures;
  const amounts = [
    amount(text.overdue, overdue, { tone: 'bad', hint: text.overdueHint }),
    amount(text.open, open, { since: since(text.oldestRequest, oldestRequestedAt) }),
  ];
  return { title: text.erasures, amounts };
}

function domainsOf(domains: Operations['sendingDomains']): Backlog | null {
  if (!domains) return null;
  const { verified, pending, warning, failed, due, oldestDueAt, capped } = domains;
  const number = (count: number) => ({ count, capped });
  const amounts = [
    amount(text.failed, number(failed), { tone: 'bad', hint: text.failedHint }),
    amount(text.warning, number(warning), { tone: 'warn', hint: text.warningHint }),
    amount(text.unverified, number(pending)),
    amount(text.checksDue, { count: due, capped: false }, { since: since(text.waitsSince, oldestDueAt) }),
    amount(text.verified, number(verified), { isCalm: true }),
  ];
  return { title: text.domains, amounts };
}
