/** The field and the lines of the search. */
import { Command } from 'cmdk';
import { CornerDownLeft, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { usePlatform } from '../api/use-ask.ts';
import { useScopes } from '../api/use-scopes.ts';
import type { Viewer } from '../api/viewer.ts';
import { FaultNote } from '../parts/events/fault-view.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';
import { type Entry, type Going, matches } from './entry.ts';
import { actEntries, pageEntries, recentEntries } from './fixed-entries.ts';
import { KindIcon } from './kind-icon.tsx';
import { useFound } from './use-found.ts';
import { verbOf } from './verbs.ts';
import { viewEntries } from './view-entries.ts';

const text = words.finder;

/** Recent pages that are offered beside found things. */
const recentMost = 3;

interface FinderListProps {
  readonly viewer: Viewer;
  readonly onPick: (going: Going) => void;
}

interface Group {
  readonly label: string;
  readonly entries: readonly Entry[];
}

export function FinderList({ viewer, onPick }: FinderListProps): ReactNode {
  const platform = usePlatform();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const settled = useSettled(wanted);
  const found = useFound(settled);
  const isCurrent = wanted === settled && !found.isSearching;
  const [recent] = useState(recentEntries);
  // Lines of a text that was changed meanwhile are not offered.
  const isFor = wanted === settled && wanted !== '';
  const foundNow = isFor ? found.entries : [];
  const doneNow = isFor ? found.acts : [];
  // A text that begins with a verb names what is done, no page and no other verb.
  const isVerb = verbOf(wanted.split(/\s/, 1)[0] ?? '') !== null;
  const fits = (entry: Entry) => !(isVerb && 'fill' in entry.going) && matches(entry, wanted);
  const scopes = useScopes();
  const acts = actEntries(scopes, platform);
  const write = (text: string) => {
    setTyped(text);
    setPointed('');
    setWaited(false);
  };
  const pick = (going: Going) => ('fill' in going ? write(going.fill) : onPick(going));
  const groups: readonly Group[] =
    wanted === ''
      ? [
          { label: text.recent, entries: recent },
          { label: text.pages, entries: pageEntries(viewer, platform) },
          { label: text.doing, entries: acts },
        ]
      : [
          {
            label: text.pages,
            entries: [...pageEntries(viewer, platform), ...viewEntries(scopes, platform), ...acts].filter(fits),
          },
          { label: text.found, entries: foundNow },
          // Below what was found, and not before it is there: Enter takes what was asked for.
          { label: text.recent, entries: isCurrent ? recent.filter(fits).slice(0, recentMost) : [] },
          { label: text.done, entries: doneNow },
        ];
  const offered = groups.flatMap(({ entries }) => entries);
  const [pointed, setPointed] = useState('');
  const current = offered.find(({ value }) => value === pointed) ?? offered[0];
  // Enter before the lines are there takes the first of them.
  const [isWaited, setWaited] = useState(false);
  const first = offered[0];
  useEffect(() => {
    if (!isWaited || !isCurrent) return;
    setWaited(false);
    if (first && !('fill' in first.going)) onPick(first.going);
  }, [isWaited, isCurrent, first, onPick]);
  // Enter takes the line that is marked, also in the moment before the list listens to it.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (current) pick(current.going);
    else if (!isCurrent) setWaited(true);
  };
  const note = !isCurrent && wanted !== '' ? text.searching : text.lines(offered.length);
  return (
    <Command
      label={text.label}
      shouldFilter={false}
      vimBindings={false}
      loop
      value={current?.value ?? ''}
      onValueChange={setPointed}
      onKeyDown={press}
    >
      <div className="finder-field">
        <Search size={17} aria-hidden />
        <Command.Input autoFocus placeholder={text.placeholder} value={typed} onValueChange={write} />
      </div>
      <Command.List className="finder-list" label={text.label}>
        {groups.map(
          ({ label, entries }) =>
            entries.length > 0 && (
              <Command.Group key={label} heading={label}>
                {entries.map((entry) => (
                  <Command.Item key={entry.value} value={entry.value} onSelect={() => pick(entry.going)}>
                    <Line entry={entry} isCurrent={entry === current} />
                  </Command.Item>
                ))}
              </Command.Group>
            ),
        )}
      </Command.List>
      {found.fault && <FaultNote fault={found.fault} />}
      {isCurrent && !found.fault && offered.length === 0 && <p className="finder-none">{text.nothing}</p>}
      <footer className="finder-foot">
        <span role="status">{note}</span>
        <span>{text.hint}</span>
      </footer>
    </Command>
  );
}

function Line({ entry, isCurrent }: { readonly entry: Entry; readonly isCurrent: boolean }): ReactNode {
  const { kind, title, detail, at } = entry;
  return (
    <>
      <KindIcon kind={kind} />
      <span className="finder-name">
        <span>{title}</span>
        {detail && <span className="finder-detail">{detail}</span>}
      </span>
      <span className="finder-kind">
        {at && <When at={at} />}
        {text.kinds[kind]}
      </span>
      {isCurrent && <CornerDownLeft size={14} aria-hidden />}
    </>
  );
}
