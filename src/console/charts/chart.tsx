/**
 * Numbers by day: a picture with its legend, and the same numbers as a table for whoever cannot see the picture. The
 * library that draws is loaded by the first picture that is shown.
 */
import '../styles/charts.css';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { lazyPart } from '../parts/lazy/lazy-part.tsx';
import { words } from '../words.ts';
import type { ChartProps } from './chart-props.ts';
import { longDay } from './days.ts';

const text = words.charts;

const Picture = lazyPart(() => import('./picture.tsx').then(({ Picture: component }) => component), {
  waiting: null,
  without: <p className="hint">{text.noPicture}</p>,
});

export function Chart(props: ChartProps): ReactNode {
  const { label, series } = props;
  const id = useId();
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption>
        <span id={id}>{label}</span>
        <ul className="chart-legend">
          {series.map(({ label: name, tone, isLine }) => (
            <li key={name} data-tone={tone} data-line={isLine || undefined}>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="chart-picture" aria-hidden>
        <CatchBoundary getResetKey={() => label} errorComponent={() => <p className="hint">{text.noPicture}</p>}>
          <Picture {...props} />
        </CatchBoundary>
      </div>
      <ChartTable {...props} />
    </figure>
  );
}

/** The latest day first, as in every list of the console. */
function ChartTable({ label, days, series, format }: ChartProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.table}</summary>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the box.
        <section className="table-box" aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.day}</th>
                {series.map(({ label: name }) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days
                .map((_, place) => days.length - 1 - place)
                .map((place) => (
                  <tr key={days[place]}>
                    <th scope="row">{longDay(days[place] ?? '')}</th>
                    {series.map(({ label: name, values }) => {
                      const value = values[place] ?? null;
                      return <td key={name}>{value === null ? text.none : format(value)}</td>;
                    })}
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}
