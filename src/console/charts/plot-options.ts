/** How uPlot draws the charts of the console. */
import uPlot from 'uplot';
import type { Tone } from '../parts/badge.tsx';
import type { ChartProps, Series } from './chart-props.ts';
import { shortDay } from './days.ts';

/** Pixels. */
const height = 220;
const font = '12px "Inter Variable", system-ui, sans-serif';
/** Steps of the axis of days. */
const dayStepsAllowed = [1, 2, 7, 14, 28, 56, 112];
/** Bars are this share of a day's width, and so many pixels wide at most. */
const barSize: [share: number, max: number] = [0.72, 34];
/** Pixels of a dash and of the gap after it, in the line of a limit. */
const dashes = [6, 4];
/** Up to so many days, each value of a line has a point. */
const pointsUpTo = 45;

interface Drawing extends Omit<ChartProps, 'label'> {
  readonly host: HTMLElement;
  /** Called with the day under the pointer; null: none. */
  readonly onPlace: (place: number | null, left: number, width: number) => void;
}

/** Columns for uPlot: the places of the days, then each series. Bars are drawn from the top of the stack downwards. */
export function dataOf(
  kind: ChartProps['kind'],
  days: readonly string[],
  series: readonly Series[],
): uPlot.AlignedData {
  const places = days.map((_, place) => place);
  const columns = series.map(({ values }) => [...values]);
  if (kind === 'lines') return [places, ...columns];
  const heights = columns.map((_, upTo) =>
    places.map((place) => columns.slice(0, upTo + 1).reduce((sum, column) => sum + (column[place] ?? 0), 0)),
  );
  return [places, ...heights.toReversed()];
}

export function optionsOf({ kind, days, series, format, host, onPlace }: Drawing): uPlot.Options {
  const colors = readColors(host);
  const drawn = kind === 'stack' ? series.toReversed() : series;
  const bars = kind === 'stack' ? uPlot.paths.bars?.({ size: barSize }) : undefined;
  return {
    width: Math.floor(host.clientWidth),
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: {
      x: { time: false, range: () => [-0.5, days.length - 0.5] },
      y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.08 : 1] },
    },
    axes: [
      {
        stroke: () => colors('--muted'),
        font,
        grid: { show: false },
        ticks: { show: false },
        size: 32,
        gap: 9,
        space: 70,
        incrs: dayStepsAllowed,
        values: (_plot, places) => places.map((place) => (days[place] === undefined ? '' : shortDay(days[place]))),
      },
      {
        stroke: () => colors('--muted'),
        font,
        grid: { stroke: () => colors('--line'), width: 1 },
        ticks: { show: false },
        size: 56,
        space: 44,
        ...(kind === 'stack' ? { incrs: wholeSteps } : {}),
        values: (_plot, values) => values.map(format),
      },
    ],
    series: [
      {},
      ...drawn.map(({ label, tone, isLine = false }): uPlot.Series => {
        const color = () => colors(toneColor(tone));
        if (bars) return { label, stroke: color, fill: color, width: 0, paths: bars, points: { show: false } };
        return {
          label,
          stroke: color,
          width: isLine ? 1.5 : 2,
          ...(isLine ? { dash: dashes } : {}),
          points: { show: !isLine && days.length <= pointsUpTo, size: 5, fill: color },
          spanGaps: false,
        };
      }),
    ],
    hooks: {
      setCursor: [({ cursor: { idx, left = -1 }, width }) => onPlace(left < 0 ? null : (idx ?? null), left, width)],
    },
  };
}

/** 1, 2, 5, 10, 20, 50, … so that an axis of counts has whole numbers. */
const wholeSteps = Array.from({ length: 10 }, (_, zeros) => [1, 2, 5].map((step) => step * 10 ** zeros)).flat();

const toneColor = (tone: Tone): string => `--${tone}`;

/** Returns the function that reads a colour of the style sheets as the browser resolves it in the present theme. */
function readColors(host: HTMLElement): (name: string) => string {
  return (name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    host.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
