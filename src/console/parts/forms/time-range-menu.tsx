/** The usual time ranges, and the fields of the reader's own (time-range-filter.tsx). */
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { localTime } from '../local-time.ts';
import type { Opened } from '../menus/on-demand.tsx';
import { OpenedPanel } from '../menus/opened-panel.tsx';
import { presets, rangeOfPreset, type TimeRange } from '../time-range.ts';
import { TimeField } from './time-field.tsx';

const text = words.time.range;

interface TimeRangeMenuProps extends Opened, TimeRange {
  /** Whether the list is narrowed to a range. */
  readonly isSet: boolean;
  readonly onPick: (range: TimeRange) => void;
}

export function TimeRangeMenu({ button, isSet, from, until, onPick }: TimeRangeMenuProps): ReactNode {
  return (
    <OpenedPanel button={button} label={text.label} className="time-range">
      {(close) => {
        const pick = (range: TimeRange) => {
          close();
          onPick(range);
        };
        return (
          <>
            <ul>
              <li>
                <button type="button" aria-pressed={!isSet} onClick={() => pick({ from: undefined, until: undefined })}>
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
          </>
        );
      }}
    </OpenedPanel>
  );
}

/** Each end takes effect as soon as it is a time. */
function OwnRange({ from, until, onPick }: Pick<TimeRangeMenuProps, 'from' | 'until' | 'onPick'>): ReactNode {
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
