/** What became of the mail of each day, as bars on each other. */
import { type ReactNode, useMemo } from 'react';
import { wholeNumber } from '../parts/figures/numbers.ts';
import { words } from '../words.ts';
import { Chart } from './chart.tsx';
import type { Series } from './chart-props.ts';
import type { DayFigures } from './day-figures.ts';

const text = words.figures;

export function OutcomeChart({
  label,
  days,
}: {
  readonly label: string;
  readonly days: readonly DayFigures[];
}): ReactNode {
  const series = useMemo((): readonly Series[] => {
    const column = (count: (figures: NonNullable<DayFigures['figures']>) => number) =>
      days.map(({ figures }) => (figures ? count(figures) : 0));
    return [
      { label: text.delivered, tone: 'good', values: column(({ delivered }) => delivered) },
      { label: text.waiting, tone: 'info', values: column(({ waiting }) => waiting) },
      { label: text.bounced, tone: 'bad', values: column(({ bounced }) => bounced) },
      {
        label: text.notSent,
        tone: 'calm',
        values: column(({ suppressed, failed, expired, erased }) => suppressed + failed + expired + erased),
      },
    ];
  }, [days]);
  const names = useMemo(() => days.map(({ day }) => day), [days]);
  return <Chart label={label} kind="stack" days={names} series={series} format={wholeNumber} />;
}
