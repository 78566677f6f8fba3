/** The picture of a chart, drawn by uPlot. Loaded by chart.tsx alone. */
import 'uplot/dist/uPlot.min.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import type { ChartProps } from './chart-props.ts';
import { longDay } from './days.ts';
import { dataOf, optionsOf } from './plot-options.ts';

/** The day under the pointer. */
interface Spot {
  readonly place: number;
  /** Pixels from the edge of the picture, and the width of the picture. */
  readonly left: number;
  readonly width: number;
}

export function Picture({ kind, days, series, format }: ChartProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  useEffect(() => {
    const { current } = host;
    if (!current) return;
    const onPlace = (place: number | null, left: number, width: number) =>
      setSpot(place === null ? null : { place, left, width });
    const options = optionsOf({ kind, days, series, format, host: current, onPlace });
    const plot = new uPlot(options, dataOf(kind, days, series), current);
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) plot.setSize({ width: Math.floor(entry.contentRect.width), height: plot.height });
    });
    sizes.observe(current);
    // The colours are read while drawing: in the frame after, when the page has taken on the other theme.
    let frame = 0;
    const redraw = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => plot.redraw());
    };
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [kind, days, series, format]);
  const day = spot === null ? undefined : days[spot.place];
  return (
    <div ref={host}>
      {spot !== null && day !== undefined && (
        <div className="chart-spot" style={spot.left > spot.width / 2 ? { left: 8 } : { right: 8 }}>
          <strong>{longDay(day)}</strong>
          {series.map(({ label, tone, values }) => {
            const value = values[spot.place] ?? null;
            return (
              value !== null && (
                <span key={label} data-tone={tone}>
                  {label} <b>{format(value)}</b>
                </span>
              )
            );
          })}
        </div>
      )}
    </div>
  );
}
