/**
 * The mail of the last days as bars above the list: a bar, or several, is the time range of the list. The figures count
 * real mail by the day of its emit in the time zone of its workspace; the range is in days of the reader.
 */
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import {
  EventTypeIdDocument,
  MailDaysDocument,
  type MailDaysFragment,
  type MessageState,
  WorkspaceMailDaysDocument,
} from '../../api/operations.ts';
import { liveEvery, useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { addDays, daysFrom, shortDay, todayIn } from '../../charts/days.ts';
import { words } from '../../words.ts';
import { readerZone } from '../zone.ts';
import { type MessageSearch, statesOf } from './message-search.ts';

const text = words.messages;

const daysShown = 30;
/** Milliseconds between two reads. */
const every = 15 * liveEvery;

/** Filters that figures know. With any other, the bars would not be those of the list. */
const counted: ReadonlySet<string> = new Set(['state', 'type', 'version', 'from', 'until', 'order', 'all', 'view']);

interface DayStripProps {
  /** Null: the whole platform. */
  readonly workspace: string | null;
  readonly search: MessageSearch;
  readonly set: (change: MessageSearch) => void;
}

export function DayStrip(props: DayStripProps): ReactNode {
  const { workspace, search } = props;
  const { allowWide } = useScopes();
  const isCounted = Object.entries(search).every(
    ([name, value]) => value === undefined || counted.has(name) || name === 'workspace' || name === 'platform',
  );
  if (!isCounted || (workspace === null && !allowWide('read'))) return null;
  return <Strip {...props} />;
}

function Strip({ workspace, search, set }: DayStripProps): ReactNode {
  const to = todayIn(readerZone);
  const from = addDays(to, 1 - daysShown);
  const { data: type } = useAsk(
    EventTypeIdDocument,
    { name: search.type ?? '' },
    { enabled: search.type !== undefined },
  );
  const eventType = search.type === undefined ? null : (type?.eventType?.id ?? null);
  const filter = { eventType, templateVersion: search.version ?? null };
  const isKnown = search.type === undefined || eventType !== null;
  const ofAll = useAsk(
    MailDaysDocument,
    { from, to, filter },
    { enabled: isKnown && workspace === null, every, keep: true },
  );
  const ofOne = useAsk(
    WorkspaceMailDaysDocument,
    { workspace: workspace ?? '', from, to, filter },
    { enabled: isKnown && workspace !== null, every, keep: true },
  );
  const groups = workspace === null ? ofAll.data?.figures?.groups : ofOne.data?.workspaceFigures?.groups;
  const days = useMemo(() => {
    const known = new Map((groups ?? []).map(({ day, figures }) => [day, figures]));
    return daysFrom(from, to).map((day) => ({ day, figures: known.get(day) ?? null }));
  }, [groups, from, to]);
  return <Bars days={days} states={statesOf(search)} search={search} set={set} />;
}

type Figures = MailDaysFragment;

interface BarsProps extends Pick<DayStripProps, 'search' | 'set'> {
  readonly days: readonly { readonly day: string; readonly figures: Figures | null }[];
  readonly states: readonly MessageState[];
}

function Bars({ days, states, search, set }: BarsProps): ReactNode {
  const last = days.length - 1;
  const [at, setAt] = useState(last);
  const [start, setStart] = useState<number | null>(null);
  const counts = days.map(({ figures }) => (figures ? countOf(figures, states) : 0));
  const most = Math.max(1, ...counts);
  const isIn = (day: string) => {
    const time = midnight(day);
    const isAfter = !search.from || time >= Date.parse(search.from);
    return (search.from || search.until) && isAfter && (!search.until || time < Date.parse(search.until));
  };
  const pick = (index: number, goesOn: boolean) => {
    const begin = goesOn && start !== null ? start : index;
    const [first, end] = [Math.min(begin, index), Math.max(begin, index)];
    const isSame = !goesOn && isIn(days[index]?.day ?? '') && start === index;
    setStart(isSame ? null : begin);
    setAt(index);
    const range = { from: timeOfDay(days[first]?.day), until: timeOfDay(days[end]?.day, 1) };
    set(isSame ? { from: undefined, until: undefined } : range);
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step ? at + step : { Home: 0, End: last }[event.key];
    if (next === undefined || next < 0 || next > last) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
    if (event.shiftKey) pick(next, true);
  };
  return (
    <div className="day-strip-place">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form. */}
      <div className="day-strip" role="group" aria-label={text.days} onKeyDown={move}>
        {days.map(({ day, figures }, index) => (
          <button
            key={day}
            type="button"
            tabIndex={index === at ? 0 : -1}
            aria-pressed={Boolean(isIn(day))}
            aria-label={labelOf(day, counts[index] ?? 0, states, figures)}
            title={labelOf(day, counts[index] ?? 0, states, figures)}
            onClick={({ shiftKey }) => pick(index, shiftKey)}
            onFocus={() => setAt(index)}
          >
            <span style={{ height: `${((counts[index] ?? 0) / most) * 100}%` }}>
              {states.length === 0 && figures && (
                <i style={{ height: `${(troubleOf(figures) / Math.max(1, figures.accepted)) * 100}%` }} />
              )}
            </span>
          </button>
        ))}
      </div>
      <p className="day-strip-foot" aria-hidden>
        <span>{shortDay(days[0]?.day ?? '')}</span>
        <span>{text.perDay(Math.max(0, ...counts))}</span>
        <span>{shortDay(days[last]?.day ?? '')}</span>
      </p>
    </div>
  );
}

function labelOf(day: string, count: number, states: readonly MessageState[], figures: Figures | null): string {
  const trouble = states.length === 0 && figures ? troubleOf(figures) : 0;
  return text.onDay(shortDay(day), count, trouble);
}

/** Messages of the states; those on their way are counted as one. */
function countOf(figures: Figures, states: readonly MessageState[]): number {
  if (states.length === 0) return figures.accepted;
  const names = states.map((state) =>
    state === 'queued' || state === 'scheduled' || state === 'sending' || state === 'sent' ? 'waiting' : state,
  );
  return [...new Set(names)].reduce((sum, name) => sum + figures[name], 0);
}

function troubleOf({ bounced, complained, suppressed, failed, expired }: Figures): number {
  return bounced + complained + suppressed + failed + expired;
}

/** Milliseconds since 1970 at which a day begins for the reader. */
function midnight(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

function timeOfDay(day: string | undefined, later = 0): string | undefined {
  return day && new Date(midnight(day, later)).toISOString();
}
