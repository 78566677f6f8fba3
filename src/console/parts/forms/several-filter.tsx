/** A filter of a list that takes several values at once; in the address bar with commas between them. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { OnDemand } from '../menus/on-demand.tsx';

const SeveralMenu = lazyPart(() => import('./several-menu.tsx').then((file) => file.SeveralMenu), { isSoon: true });

interface SeveralFilterProps<Value extends string> {
  readonly label: string;
  readonly labels: Readonly<Record<Value, string>>;
  readonly values: readonly Value[];
  readonly onPick: (values: readonly Value[]) => void;
}

export function SeveralFilter<Value extends string>({
  label,
  labels,
  values,
  onPick,
}: SeveralFilterProps<Value>): ReactNode {
  const all = Object.keys(labels).filter((key): key is Value => Object.hasOwn(labels, key));
  const shown = values.length === 0 ? words.common.all : values.map((value) => labels[value]).join(', ');
  const button = (
    <button type="button" className="choice" aria-label={`${label}: ${shown}`}>
      <span>{shown}</span>
      <ChevronDown size={14} aria-hidden />
    </button>
  );
  return (
    <div className="filter" data-set={values.length > 0 || undefined}>
      <span aria-hidden>{label}</span>
      <OnDemand button={button} opens="menu" part={SeveralMenu}>
        {(opened) => (
          <SeveralMenu
            {...opened}
            options={all.map((value) => [value, labels[value]] as const)}
            picked={values}
            // In the order of the menu.
            onPick={(picked) => onPick(all.filter((value) => picked.includes(value)))}
          />
        )}
      </OnDemand>
    </div>
  );
}
