/** One search over everything, at Ctrl+K: when its dialog is shown, and what is done after it has closed. */
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Viewer } from '../api/viewer.ts';
import { lazyPart } from '../parts/lazy/lazy-part.tsx';
import { useOnceOpen } from '../parts/lazy/use-once-open.ts';
import { leave } from '../shell/leave.ts';
import { keepTheme } from '../shell/theme.ts';
import type { FinderAct, Going } from './entry.ts';
import { useKeys } from './use-keys.ts';

const FinderDialog = lazyPart(() => import('./finder-dialog.tsx').then((file) => file.FinderDialog), {
  isSoon: true,
  waiting: null,
});
const AskFirst = lazyPart(() => import('./ask-first.tsx').then((file) => file.AskFirst), { waiting: null });
const KeySheet = lazyPart(() => import('./key-sheet.tsx').then((file) => file.KeySheet), { waiting: null });

/** Loads the search ahead of its first use. */
export const preloadFinder = () => void FinderDialog.preload();

interface FinderProps {
  readonly viewer: Viewer;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
}

export function Finder({ viewer, isOpen, setOpen }: FinderProps): ReactNode {
  const router = useRouter();
  const hasDialog = useOnceOpen(isOpen);
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
      {hasDialog && <FinderDialog viewer={viewer} isOpen={isOpen} setOpen={setOpen} hasLeft={hasLeft} onPick={go} />}
      {act && <AskFirst act={act} onClose={() => setAct(null)} />}
      {areKeysShown && <KeySheet onClose={() => setKeysShown(false)} />}
    </>
  );
}
