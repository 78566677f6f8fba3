/** The frame of all pages: navigation at the side, on a narrow screen behind a button. */

import * as Dialog from '@radix-ui/react-dialog';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { tellEnd } from '../api/query-client.ts';
import { isSignedIn, type Viewer, viewerQuery } from '../api/session.ts';
import { usePlatform } from '../api/use-ask.ts';
import { Away, useAway } from '../api/use-away.ts';
import { FindButton } from '../finder/find-button.tsx';
import { Finder } from '../finder/finder.tsx';
import { Wordmark } from '../parts/wordmark.tsx';
import { words } from '../words.ts';
import { Account } from './account.tsx';
import { AwayNote } from './away-note.tsx';
import { Navigation } from './navigation.tsx';
import { NeedsPlatform } from './needs-platform.tsx';

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
        <Dialog.Root open={open} onOpenChange={setOpen}>
          <Dialog.Trigger className="menu-button" aria-label={words.nav.open}>
            <Menu size={18} aria-hidden />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Overlay className="overlay" />
            <Dialog.Content className="drawer" aria-describedby={undefined}>
              <Dialog.Title className="unseen">{words.nav.label}</Dialog.Title>
              <Side viewer={viewer} />
              <Dialog.Close className="dialog-close" aria-label={words.nav.close}>
                <X size={16} aria-hidden />
              </Dialog.Close>
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
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
