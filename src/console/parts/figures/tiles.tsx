/** Numbers in boxes: what an operator reads at a glance. */
import '../../styles/charts.css';
import type { ReactNode } from 'react';
import type { Tone } from '../badge.tsx';

export interface Tile {
  readonly name: string;
  readonly value: ReactNode;
  readonly hint?: ReactNode;
  /** What the number was in the span before. */
  readonly before?: ReactNode;
  /** Set where the number wants somebody's attention. */
  readonly tone?: Tone | undefined;
}

export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }): ReactNode {
  return (
    <dl className="tiles">
      {tiles.map(({ name, value, hint, before, tone }) => (
        <div key={name} data-tone={tone}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {hint && <dd>{hint}</dd>}
          {before && <dd>{before}</dd>}
        </div>
      ))}
    </dl>
  );
}
