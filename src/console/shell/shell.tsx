/** The frame of all pages: navigation at the side, on a narrow screen behind a button. */

import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { tellEnd } from '../api/query-client.ts';
import { viewerQuery } from '../api/session.ts';
import { usePlatform } from '../api/use-ask.ts';
import { Away, useAway } from '../api/use-away.ts';
import { isSignedIn, type Viewer } from '../api/viewer.ts';
import { FindButton } from '../finder/find-button.tsx';
import { Finder } from '../finder/finder.tsx';
import { lazyPart } from '../parts/lazy/lazy-part.tsx';
import { useOnceOpen } from '../parts/lazy/use-once-open.ts';
import { Wordmark } from '../parts/wordmark.tsx';
import { words } from '../words.ts';
import { Account } from './account.tsx';
import { AwayNote } from './away-note.tsx';
import { Navigation } from './navigation.tsx';
import { NeedsPlatform } from './needs-platform.tsx';

const Drawer = lazyPart(() => import('./drawer.tsx').then((file) => file.Drawer), { isSoon: true, waiting: null });

/** Pages that an operator sees without choosing a platform. */
const ofDeployment: ReadonlySet<string> = new Set(['/platforms', '/operations', '/audit-log']);

export function Shell(): ReactNode {
  const { data } = useQuery(viewerQuery);
  const hasEnded = data !== undefined && !isSignedIn(data);
  // The answer that nobody is signed in may come before the page itself is refused, and ends its requests.
  useEffect(() => {
    if (hasEnded) tellEnd();
  }, [hasEnded]);
  return data && isSignedIn(data) ? <SignedIn viewer={data} /> : null;
}

function SignedIn({ viewer }: { readonly viewer: Viewer }): ReactNode {
  const { pathname } = useLocation();
  const platform = usePlatform();
  const isAway = useAway();
  const [open, setOpen] = useState(false);
  const hasDrawer = useOnceOpen(open);
  const [isFinding, setFinding] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page opens.
  useEffect(() => setOpen(false), [pathname]);
  const needsPlatform = viewer.operator && platform === null && !ofDeployment.has(pathname);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <header className="topbar">
        <Wordmark />
        <FindButton onOpen={() => setFinding(true)} />
        <button
          type="button"
          className="menu-button"
          aria-label={words.nav.open}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <Menu size={18} aria-hidden />
        </button>
      </header>
      <aside className="side">
        <Side viewer={viewer}>
          <FindButton onOpen={() => setFinding(true)} />
        </Side>
      </aside>
      <main id="content" tabIndex={-1}>
        <Away value={isAway}>
          <AwayNote />
          {needsPlatform ? <NeedsPlatform /> : <Outlet />}
        </Away>
      </main>
      {hasDrawer && (
        <Drawer isOpen={open} setOpen={setOpen}>
          <Side viewer={viewer} />
        </Drawer>
      )}
      <Finder viewer={viewer} isOpen={isFinding} setOpen={setFinding} />
    </div>
  );
}

interface SideProps {
  readonly viewer: Viewer;
  readonly children?: ReactNode;
}

function Side({ viewer, children }: SideProps): ReactNode {
  return (
    <>
      <div className="side-top">
        <Wordmark />
      </div>
      {children}
      <Navigation viewer={viewer} />
      <Account viewer={viewer} />
    </>
  );
}
