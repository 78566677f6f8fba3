/** The sums of a range of days: outcomes, and the time to delivery; beside those of the span before, where there is one. */
import type { ReactNode } from 'react';
import type { FigureFactsFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { changeOf, duration, share, wholeNumber } from './numbers.ts';
import { type Tile, Tiles } from './tiles.tsx';

const text = words.figures;

type Total = FigureFactsFragment;

interface TotalProps {
  readonly total: Total;
  /** Of the span before; without mail there is nothing to compare with. */
  readonly before?: Total | null;
}

export function OutcomeTiles({ total, before = null }: TotalProps): ReactNode {
  const compared = before !== null && before.accepted > 0 ? before : null;
  const count = (name: string, of: (one: Total) => number): Tile => ({
    name,
    value: wholeNumber(of(total)),
    before: compared && text.before(wholeNumber(of(compared)), changeOf(of(total), of(compared))),
  });
  const rate = (name: 'delivered' | 'bounced' | 'complained' | 'opened', whole: (share: string) => string): Tile => ({
    name: text[name],
    value: wholeNumber(total[name]),
    hint: whole(share(total.rates[name])),
    before: compared && compared.rates[name] !== null && text.before(share(compared.rates[name]), null),
  });
  return (
    <Tiles
      tiles={[
        count(text.accepted, ({ accepted }) => accepted),
        rate('delivered', text.share),
        rate('bounced', text.share),
        rate('complained', text.ofDelivered),
        rate('opened', text.ofDelivered),
        { name: text.waiting, value: wholeNumber(total.waiting) },
        count(text.notSent, ({ suppressed, failed, expired, erased }) => suppressed + failed + expired + erased),
      ]}
    />
  );
}

export function TimeTiles({ total, before = null }: TotalProps): ReactNode {
  const hint = text.measured(total.timeToDelivery.measured);
  const tile = (name: string, percentile: 'p50' | 'p90' | 'p99'): Tile => {
    const earlier = before?.timeToDelivery[percentile] ?? null;
    return {
      name,
      value: duration(total.timeToDelivery[percentile]),
      hint,
      before: earlier !== null && text.before(duration(earlier), null),
    };
  };
  return <Tiles tiles={[tile(text.median, 'p50'), tile(text.p90, 'p90'), tile(text.p99, 'p99')]} />;
}
