/**
 * The first script of a visit, a tenth of the others: asks who is signed in, and for the first rows of the list of
 * messages, while the others are on their way (docs/rules.md#console-first-rows). They take the answers
 * (api/viewer.ts, api/message-page.ts); what fails they ask again.
 */
import { readPageAhead } from './api/message-page.ts';
import { scopesOf } from './api/scopes.ts';
import { isSignedIn, readViewerAhead } from './api/viewer.ts';
import { messageFilterOf, messageSearch, orderOf } from './parts/messages/message-search.ts';
import { parseSearch } from './search.ts';

/** The list, and the path that leads to it. */
const paths: ReadonlySet<string> = new Set(['/console', '/console/', '/console/messages']);

async function askAhead({ pathname, search }: Location): Promise<void> {
  const viewer = await readViewerAhead();
  // An operator begins elsewhere, and a key for one workspace finds that out first.
  if (viewer === null || !isSignedIn(viewer) || viewer.key === null || !paths.has(pathname)) return;
  const { allow, allowWide } = scopesOf(viewer);
  const asked = parseSearch(search);
  const terms = messageSearch(asked);
  if (!allowWide('read') || terms.view !== undefined) return;
  const people = allow('people');
  const workspace = terms.all === undefined ? asked.workspace || null : null;
  const filter = messageFilterOf(terms, people);
  readPageAhead({ workspace, filter, orderBy: orderOf(terms), people });
}

askAhead(location).catch(() => undefined);
