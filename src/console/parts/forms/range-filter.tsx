/** How many days of figures a page shows; in the address bar as `days`. */
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { oneOf } from '../../search.ts';
import { words } from '../../words.ts';
import { Filter } from './field.tsx';

const text = words.figures;
const usualRange = '30';

export function rangeOf(days: string | undefined): number {
  return Number(oneOf(text.ranges, days) ?? usualRange);
}

export function RangeFilter({ days }: { readonly days: string | undefined }): ReactNode {
  const navigate = useNavigate();
  return (
    <Filter
      label={text.days}
      value={String(rangeOf(days))}
      required
      // An object has numbers in order.
      options={Object.entries(text.ranges)}
      onPick={(picked) =>
        void navigate({
          to: '.',
          search: (now: object) => ({ ...now, days: picked === usualRange ? undefined : picked }),
          replace: true,
        })
      }
    />
  );
}
