/** A workspace by day: its rates against the lines of its health, its mail, and the time to delivery. */
import { type ReactNode, useMemo } from 'react';
import { type HealthFactsFragment, type LineFactsFragment, WorkspaceFiguresDocument } from '../../api/operations.ts';
import { liveEvery, useAsk } from '../../api/use-ask.ts';
import { Chart } from '../../charts/chart.tsx';
import type { Series } from '../../charts/chart-props.ts';
import { type DayFigures, endedOf, everyDay, rollingShares } from '../../charts/day-figures.ts';
import { addDays, todayIn } from '../../charts/days.ts';
import { OutcomeChart } from '../../charts/outcome-chart.tsx';
import { words } from '../../words.ts';
import { OutcomeTiles, TimeTiles } from '../figures/figure-tiles.tsx';
import { share } from '../figures/numbers.ts';
import { RangeFilter, rangeOf } from '../forms/range-filter.tsx';
import { Card } from '../page.tsx';
import { Answer } from '../states.tsx';

const text = words.workspace;
/** The service reports so many days at once. */
const daysMax = 400;
/** Milliseconds between two reads; figures of a range are costly. */
const every = 15 * liveEvery;

interface WorkspaceFiguresProps {
  readonly workspace: { readonly id: string; readonly timezone: string };
  readonly health: HealthFactsFragment;
  readonly days: string | undefined;
}

export function WorkspaceFigures({ workspace: { id, timezone }, health, days }: WorkspaceFiguresProps): ReactNode {
  const { windowDays } = health.lines;
  const to = todayIn(timezone);
  const from = addDays(to, 1 - Math.min(rangeOf(days) + windowDays - 1, daysMax));
  const reading = useAsk(WorkspaceFiguresDocument, { workspace: id, from, to }, { every, keep: true });
  const groups = reading.data?.workspace?.figures?.groups;
  const read = useMemo(() => everyDay(groups ?? null, from, to), [groups, from, to]);
  const shown = useMemo(() => read.slice(windowDays - 1), [read, windowDays]);
  return (
    <>
      <Card
        title={text.rates}
        hint={text.ratesHint(windowDays, health.lines.minEnded)}
        actions={<RangeFilter days={days} />}
      >
        <Answer reading={reading} lines={5}>
          {() => <Rates lines={health.lines} read={read} />}
        </Answer>
      </Card>
      <Card title={text.volumes}>
        <Answer reading={reading} lines={5}>
          {() => <OutcomeChart label={words.figures.outcomes} days={shown} />}
        </Answer>
      </Card>
      <TotalsCard id={id} from={addDays(from, windowDays - 1)} to={to} />
    </>
  );
}

interface RatesProps {
  readonly lines: HealthFactsFragment['lines'];
  readonly read: readonly DayFigures[];
}

function Rates({ lines: { windowDays, throttle, pause }, read }: RatesProps): ReactNode {
  const days = useMemo(() => read.slice(windowDays - 1).map(({ day }) => day), [read, windowDays]);
  const { bounces, complaints } = useMemo(() => {
    const bounced = rollingShares(read, windowDays, ({ bouncedHard }) => bouncedHard, endedOf);
    const complained = rollingShares(
      read,
      windowDays,
      (figures) => figures.complained,
      ({ delivered }) => delivered,
    );
    return {
      bounces: againstLines(text.bounceShare, bounced, throttle, pause, 'bounceShare'),
      complaints: againstLines(text.complaintShare, complained, throttle, pause, 'complaintShare'),
    };
  }, [read, windowDays, throttle, pause]);
  return (
    <div className="columns">
      <Chart label={text.bounceRate} kind="lines" days={days} series={bounces} format={share} />
      <Chart label={text.complaintRate} kind="lines" days={days} series={complaints} format={share} />
    </div>
  );
}

function againstLines(
  label: string,
  values: readonly (number | null)[],
  throttle: LineFactsFragment,
  pause: LineFactsFragment,
  line: 'bounceShare' | 'complaintShare',
): readonly Series[] {
  const level = (value: number) => values.map(() => value);
  return [
    { label, tone: 'info', values },
    { label: text.throttleLine, tone: 'warn', values: level(throttle[line]), isLine: true },
    { label: text.pauseLine, tone: 'bad', values: level(pause[line]), isLine: true },
  ];
}

/** The sums of the days that the charts show: without those before them, which only the rates read. */
function TotalsCard({ id, from, to }: { readonly id: string; readonly from: string; readonly to: string }): ReactNode {
  const reading = useAsk(WorkspaceFiguresDocument, { workspace: id, from, to }, { every, keep: true });
  return (
    <Card title={text.totals} hint={words.figures.timeHint}>
      <Answer reading={reading} lines={3}>
        {({ workspace }) =>
          workspace?.figures && (
            <>
              <OutcomeTiles total={workspace.figures.total} />
              <TimeTiles total={workspace.figures.total} />
            </>
          )
        }
      </Answer>
    </Card>
  );
}
