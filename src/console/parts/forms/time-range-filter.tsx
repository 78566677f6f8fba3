/** The time range of a list, said in words: the usual ranges, or one of the reader's own. In the address bar it is UTC. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { OnDemand } from '../menus/on-demand.tsx';
import { rangeInWords, type TimeRange } from '../time-range.ts';
import { readerZone } from '../zone.ts';

const TimeRangeMenu = lazyPart(() => import('./time-range-menu.tsx').then((file) => file.TimeRangeMenu), {
  isSoon: true,
});

const text = words.time.range;

interface TimeRangeFilterProps extends TimeRange {
  readonly onPick: (range: TimeRange) => void;
}

export function TimeRangeFilter({ from, until, onPick }: TimeRangeFilterProps): ReactNode {
  const said = rangeInWords({ from, until }, text, { now: Date.now(), zone: readerZone });
  const shown = said ?? text.any;
  const isSet = said !== null;
  const button = (
    <button type="button" className="choice" aria-label={`${text.label}: ${shown}`}>
      <span>{shown}</span>
      <ChevronDown size={14} aria-hidden />
    </button>
  );
  return (
    <div className="filter" data-set={isSet || undefined}>
      <span aria-hidden>{text.label}</span>
      <OnDemand button={button} opens="dialog" part={TimeRangeMenu}>
        {(opened) => <TimeRangeMenu {...opened} isSet={isSet} from={from} until={until} onPick={onPick} />}
      </OnDemand>
    </div>
  );
}
