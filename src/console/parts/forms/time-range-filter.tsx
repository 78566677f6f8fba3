/** The time range of a list, said in words: the usual ranges, or one of the reader's own. In the address bar it is UTC. */
import * as Popover from '@radix-ui/react-popover';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { words } from '../../words.ts';
import { localTime } from '../local-time.ts';
import { presets, rangeInWords, rangeOfPreset, type TimeRange } from '../time-range.ts';
import { readerZone } from '../zone.ts';
import { TimeField } from './time-field.tsx';

const text = words.time.range;

interface TimeRangeFilterProps extends TimeRange {
  readonly onPick: (range: TimeRange) => void;
}

export function TimeRangeFilter({ from, until, onPick }: TimeRangeFilterProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const said = rangeInWords({ from, until }, text, { now: Date.now(), zone: readerZone });
  const shown = said ?? text.any;
  const pick = (range: TimeRange) => {
    setOpen(false);
    onPick(range);
  };
  return (
    <Popover.Root modal open={isOpen} onOpenChange={setOpen}>
      <div className="filter" data-set={said !== null || undefined}>
        <span aria-hidden>{text.label}</span>
        <Popover.Trigger className="choice" aria-label={`${text.label}: ${shown}`}>
          <span>{shown}</span>
          <ChevronDown size={14} aria-hidden />
        </Popover.Trigger>
      </div>
      <Popover.Portal>
        <Popover.Content
          className="menu time-range"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={text.label}
        >
          <ul>
            <li>
              <button
                type="button"
                aria-pressed={said === null}
                onClick={() => pick({ from: undefined, until: undefined })}
              >
                {text.any}
              </button>
            </li>
            {presets.map((preset) => (
              <li key={preset}>
                <button type="button" onClick={() => pick(rangeOfPreset(preset, Date.now()))}>
                  {text.presets[preset]}
                </button>
              </li>
            ))}
          </ul>
          <OwnRange from={from} until={until} onPick={onPick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Each end takes effect as soon as it is a time. */
function OwnRange({ from, until, onPick }: TimeRangeFilterProps): ReactNode {
  const field = (label: string, value: string | undefined, name: 'from' | 'until') => (
    <TimeField
      label={label}
      value={localOf(value)}
      onChange={({ target }) => {
        const time = target.value ? new Date(target.value).toISOString() : undefined;
        onPick({ from, until, [name]: time });
      }}
    />
  );
  return (
    <fieldset>
      <legend>{text.own}</legend>
      {field(text.from, from, 'from')}
      {field(text.until, until, 'until')}
    </fieldset>
  );
}

function localOf(value: string | undefined): string {
  const time = Date.parse(value ?? '');
  return Number.isNaN(time) ? '' : localTime(time);
}
