/** What became of the mail of a platform: by day, and by event type, provider, workspace or template version. */
import { getRouteApi } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import {
  type DayFactsFragment,
  FigureEventTypesDocument,
  type FigureFactsFragment,
  FiguresBeforeDocument,
  FiguresByDayDocument,
} from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { Chart } from '../charts/chart.tsx';
import type { Series } from '../charts/chart-props.ts';
import { type DayFigures, everyDay } from '../charts/day-figures.ts';
import { addDays, daysMax, firstTimeZone, shortDay, todayIn } from '../charts/days.ts';
import { OutcomeChart } from '../charts/outcome-chart.tsx';
import { FigureBreakdown } from '../parts/figures/figure-breakdown.tsx';
import { OutcomeTiles, TimeTiles } from '../parts/figures/figure-tiles.tsx';
import { duration } from '../parts/figures/numbers.ts';
import { Filter, optionsOf } from '../parts/forms/field.tsx';
import { RangeFilter, rangeOf } from '../parts/forms/range-filter.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Answer, Empty } from '../parts/states.tsx';
import { oneOf } from '../search.ts';
import { words } from '../words.ts';

const route = getRouteApi('/shell/figures');
const text = words.figures;
/** Milliseconds between two reads; figures of a range are costly. */
const every = 15 * liveEvery;

export function FiguresPage(): ReactNode {
  const { days, eventType, provider, by } = route.useSearch();
  const navigate = route.useNavigate();
  const types = useAsk(FigureEventTypesDocument, {});
  // Each workspace counts in days of its own time zone: the report ends with the day that begins first.
  const to = todayIn(firstTimeZone);
  const length = rangeOf(days);
  const from = addDays(to, 1 - length);
  const filter = { eventType: eventType ?? null, provider: oneOf(words.providers, provider) ?? null };
  const isFiltered = filter.eventType !== null || filter.provider !== null;
  const range = { from, to, filter: isFiltered ? filter : null };
  const reading = useAsk(FiguresByDayDocument, range, { every, keep: true });
  const earlier = { from: addDays(from, -length), to: addDays(from, -1), filter: range.filter };
  const isCompared = 2 * length <= daysMax;
  const comparison = useAsk(FiguresBeforeDocument, earlier, { enabled: isCompared });
  const before = (isCompared && comparison.data?.figures?.total) || null;
  const set = (change: Partial<Record<'eventType' | 'provider' | 'by', string | undefined>>) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  return (
    <Page title={text.title} intro={text.intro}>
      <search className="filters" aria-label={words.common.filters}>
        <RangeFilter days={days} />
        <Filter
          label={text.eventType}
          value={eventType}
          options={(types.data?.eventTypes?.nodes ?? []).map(({ id, name }) => [id, name] as const)}
          onPick={(picked) => set({ eventType: picked })}
        />
        <Filter
          label={text.provider}
          value={filter.provider ?? undefined}
          options={optionsOf(words.providers)}
          onPick={(picked) => set({ provider: picked })}
        />
      </search>
      <Answer reading={reading} lines={8}>
        {({ figures }) =>
          figures && figures.total.accepted > 0 ? (
            <>
              {!figures.complete && <p className="note">{text.incomplete}</p>}
              <OutcomeTiles total={figures.total} before={before} />
              {!isCompared && <p className="hint">{text.notCompared}</p>}
              {before !== null && before.accepted > 0 && (
                <p className="hint">{text.compared(length, shortDay(earlier.from), shortDay(earlier.to))}</p>
              )}
              <Days report={figures} before={before} from={from} />
              <FigureBreakdown range={range} by={by} isFiltered={isFiltered} onPick={(picked) => set({ by: picked })} />
            </>
          ) : (
            <Empty icon={ChartColumn} title={text.emptyTitle} hint={text.emptyHint} />
          )
        }
      </Answer>
    </Page>
  );
}

interface DaysProps {
  readonly report: DayFactsFragment;
  readonly before: FigureFactsFragment | null;
  readonly from: string;
}

function Days({ report: { groups, total }, before, from }: DaysProps): ReactNode {
  const days = useMemo(() => everyDay(groups, from, lastDay(groups)), [groups, from]);
  return (
    <>
      <Card title={text.byDay}>
        <OutcomeChart label={text.outcomes} days={days} />
      </Card>
      <Card title={text.timeByDay} hint={text.timeHint}>
        <TimeTiles total={total} before={before} />
        <TimeChart days={days} />
      </Card>
    </>
  );
}

/** The present day in UTC, or a later one on which mail was counted: the day after begins earlier in the east. */
function lastDay(groups: DayFactsFragment['groups']): string {
  const today = todayIn('UTC');
  return [...(groups ?? []).map(({ day }) => day ?? ''), today].toSorted().at(-1) ?? today;
}

function TimeChart({ days }: { readonly days: readonly DayFigures[] }): ReactNode {
  const names = useMemo(() => days.map(({ day }) => day), [days]);
  const series = useMemo((): readonly Series[] => {
    const line = (percentile: 'p50' | 'p90') => days.map(({ figures }) => figures?.timeToDelivery[percentile] ?? null);
    return [
      { label: text.median, tone: 'good', values: line('p50') },
      { label: text.p90, tone: 'info', values: line('p90') },
    ];
  }, [days]);
  return <Chart label={text.timeByDay} kind="lines" days={names} series={series} format={duration} />;
}
