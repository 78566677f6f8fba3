/** What a chart shows. */
import type { Tone } from '../parts/badge.tsx';

export interface Series {
  readonly label: string;
  readonly tone: Tone;
  /** A value for each day; null: none. */
  readonly values: readonly (number | null)[];
  /** A limit, which is drawn as a dashed line without points. */
  readonly isLine?: boolean;
}

export interface ChartProps {
  /** What the chart shows. */
  readonly label: string;
  /** `stack`: bars on each other, the first series at the bottom. */
  readonly kind: 'lines' | 'stack';
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}
