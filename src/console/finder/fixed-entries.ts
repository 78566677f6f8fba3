/** The lines of the search that need no request: pages, and what is done without a name. */

import type { Scopes } from '../api/scopes.ts';
import type { Viewer } from '../api/viewer.ts';
import { placesFor } from '../shell/places.ts';
import { themes } from '../shell/theme.ts';
import { words } from '../words.ts';
import { verbEntries } from './act-entries.ts';
import type { Entry } from './entry.ts';
import { recentPages } from './recent-pages.ts';
import { mayDo } from './verbs.ts';

const text = words.finder;

/** The pages of single things that were open before this one. */
export function recentEntries(): readonly Entry[] {
  const here = window.location.pathname + window.location.search;
  return recentPages()
    .filter(({ href }) => href !== here)
    .map(({ href, title, detail, kind }) => ({ value: `recent ${href}`, kind, title, detail, going: { href } }));
}

/** `platform`: the one that an operator looks at. */
export function pageEntries(viewer: Viewer, platform: string | null): readonly Entry[] {
  return placesFor(viewer, platform).flatMap(({ label, places }) =>
    places.map(([to, title]) => ({
      value: `page ${to}`,
      kind: 'page' as const,
      title,
      keywords: `${label} ${text.goTo}`,
      going: { to: { to } },
    })),
  );
}

/** `platform`: an operator that looks at none may suspend and resume platforms alone. */
export function actEntries(scopes: Scopes, platform: string | null): readonly Entry[] {
  const isWithout = scopes.isOperator && platform === null;
  const ofPlatforms = ['suspend', 'resume'];
  return [...verbEntries((verb) => mayDo(verb, scopes) && (!isWithout || ofPlatforms.includes(verb))), ...ownEntries];
}

/** About the console itself. */
const ownEntries: readonly Entry[] = [
  { value: 'act keys', kind: 'act', title: text.acts.keys, keywords: '? shortcuts', going: { act: { do: 'keys' } } },
  ...themes.map(
    (theme): Entry => ({
      value: `act ${theme}`,
      kind: 'act',
      title: text.acts.theme(words.nav.themes[theme]),
      keywords: 'dark light colours',
      going: { act: { do: 'theme', theme } },
    }),
  ),
  { value: 'act out', kind: 'act', title: words.nav.signOut, keywords: 'log', going: { act: { do: 'sign_out' } } },
];
