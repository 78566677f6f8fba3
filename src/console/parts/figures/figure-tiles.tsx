/** The sums of a range of days: outcomes, and the time to delivery. */
import type { ReactNode } from 'react';
import type { FigureFactsFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { duration, share, wholeNumber } from './numbers.ts';
import { Tiles } from './tiles.tsx';

const text = words.figures;

export function OutcomeTiles({ total }: { readonly total: FigureFactsFragment }): ReactNode {
  const { accepted, waiting, delivered, bounced, complained, opened, rates } = total;
  const { suppressed, failed, expired, erased } = total;
  return (
    <Tiles
      tiles={[
        { name: text.accepted, value: wholeNumber(accepted) },
        { name: text.delivered, value: wholeNumber(delivered), hint: text.share(share(rates.delivered)) },
        { name: text.bounced, value: wholeNumber(bounced), hint: text.share(share(rates.bounced)) },
        { name: text.complained, value: wholeNumber(complained), hint: text.ofDelivered(share(rates.complained)) },
        { name: text.opened, value: wholeNumber(opened), hint: text.ofDelivered(share(rates.opened)) },
        { name: text.waiting, value: wholeNumber(waiting) },
        { name: text.notSent, value: wholeNumber(suppressed + failed + expired + erased) },
      ]}
    />
  );
}

export function TimeTiles({ total }: { readonly total: FigureFactsFragment }): ReactNode {
  const { p50, p90, p99, measured } = total.timeToDelivery;
  const hint = text.measured(measured);
  return (
    <Tiles
      tiles={[
        { name: text.median, value: duration(p50), hint },
        { name: text.p90, value: duration(p90), hint },
        { name: text.p99, value: duration(p99), hint },
      ]}
    />
  );
}
