/** What became of the webhooks of an endpoint that occurred within the last hour and the last day. */
import { type CountedWebhooksFragment, EndpointPeriodsDocument } from '../../api/operations.ts';
import { liveEvery, useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { day, hour, minute } from '../durations.ts';

const text = words.webhooks;

type Counted = CountedWebhooksFragment | null | undefined;

/** Null until the counts have come. */
export function usePeriods(endpoint: string): { readonly hour: string; readonly day: string } | null {
  // A variable that changes with each minute alone: the answer is asked for again by time.
  const now = Math.floor(Date.now() / minute) * minute;
  const since = (span: number) => new Date(now - span).toISOString();
  const { data } = useAsk(
    EndpointPeriodsDocument,
    { endpoint, hour: since(hour), day: since(day) },
    { every: 5 * liveEvery, keep: true },
  );
  if (!data) return null;
  return {
    hour: inWords(data.hourDelivered, data.hourFailed, data.hourPending),
    day: inWords(data.dayDelivered, data.dayFailed, data.dayPending),
  };
}

function inWords(delivered: Counted, failed: Counted, pending: Counted): string {
  const parts = [
    [delivered, text.accepted],
    [failed, text.failed],
    [pending, text.waiting],
  ] as const;
  const some = parts.filter(([counted]) => counted?.totalCount);
  if (some.length === 0) return text.noneSince;
  return some
    .map(([counted, say]) => say(words.common.total(counted?.totalCount ?? 0, counted?.totalCountCapped === true)))
    .join(', ');
}
