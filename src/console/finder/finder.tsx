/** One search over everything, at Ctrl+K: its dialog, and what is done after it has closed. */
import * as Dialog from '@radix-ui/react-dialog';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Viewer } from '../api/session.ts';
import { useOpener } from '../parts/dialogs/use-opener.ts';
import { lazyPart } from '../parts/lazy/lazy-part.tsx';
import { Skeleton } from '../parts/states.tsx';
import { leave } from '../shell/leave.ts';
import { keepTheme } from '../shell/theme.ts';
import { words } from '../words.ts';
import type { FinderAct, Going } from './entry.ts';
import { useKeys } from './use-keys.ts';

const FinderList = lazyPart(() => import('./finder-list.tsx').then((file) => file.FinderList), {
  waiting: <Skeleton lines={4} />,
});
const AskFirst = lazyPart(() => import('./ask-first.tsx').then((file) => file.AskFirst), { waiting: null });
const KeySheet = lazyPart(() => import('./key-sheet.tsx').then((file) => file.KeySheet), { waiting: null });

/** Loads the search ahead of its first use. */
export const preloadFinder = () => void FinderList.preload();

interface FinderProps {
  readonly viewer: Viewer;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

export function Finder({ viewer, isOpen, setOpen }: FinderProps): ReactNode {
  const router = useRouter();
  const opener = useOpener();
  const hasLeft = useRef(false);
  const [act, setAct] = useState<FinderAct | null>(null);
  const [areKeysShown, setKeysShown] = useState(false);
  useKeys({ onFind: () => setOpen(!isOpen), onHelp: () => setKeysShown(true) });
  const go = useCallback(
    (going: Going) => {
      if ('fill' in going) return;
      hasLeft.current = !('act' in going);
      setOpen(false);
      if ('to' in going) void router.navigate(going.to);
      else if ('href' in going) router.history.push(going.href);
      else if (going.act.do === 'theme') keepTheme(going.act.theme);
      else if (going.act.do === 'keys') setKeysShown(true);
      else if (going.act.do === 'sign_out') void leave(router);
      else setAct(going.act);
    },
    [router, setOpen],
  );
  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Portal>
          <Dialog.Overlay className="overlay" />
          <Dialog.Content
            className="dialog finder"
            aria-describedby={undefined}
            onOpenAutoFocus={() => {
              hasLeft.current = false;
              opener.onOpenAutoFocus();
            }}
            onCloseAutoFocus={(event) => {
              if (!hasLeft.current) return opener.onCloseAutoFocus(event);
              // Another page is there.
              event.preventDefault();
              document.getElementById('content')?.focus();
            }}
          >
            <Dialog.Title className="unseen">{words.finder.label}</Dialog.Title>
            <FinderList viewer={viewer} onPick={go} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      {act && <AskFirst act={act} onClose={() => setAct(null)} />}
      {areKeysShown && <KeySheet onClose={() => setKeysShown(false)} />}
    </>
  );
}
