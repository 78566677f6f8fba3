/**
 * In the place of a part whose file was not loaded: waits until the service answers, and loads the part again
 * (docs/rules.md#console-files).
 */
import { CloudOff, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Deployed, deployedVersion } from '../../api/deployed-version.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';

const text = words.parts;

/** Milliseconds between two looks at a service that does not answer. */
const lookEvery = 2_000;
/** Loads by itself; then the reader decides. */
const triesMost = 3;
/** Milliseconds in which the whole console is loaded once by itself: two builds may be deployed at the same time. */
const reloadEvery = 30_000;
const reloadedAt = 'tidings-console-reloaded-at';

interface PartFaultProps {
  readonly isPage: boolean;
  readonly without: ReactNode;
  readonly tries: number;
  readonly again: () => void;
}

export function PartFault({ isPage, without, tries, again }: PartFaultProps): ReactNode {
  const [deployed, setDeployed] = useState<Deployed>('away');
  const mayTry = tries < triesMost;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look for each time that the part was not loaded.
  useEffect(() => {
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const found = await deployedVersion();
      if (isLeft) return;
      if (found === 'same' && mayTry) return again();
      // What is not saved on a page stays: only a whole page is replaced without a question.
      if (found === 'other' && isPage && reloadOnce()) return;
      setDeployed(found);
      if (found === 'away') timer = setTimeout(() => void look(), lookEvery);
    };
    void look();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [tries]);
  if (without !== undefined) return without;
  const isOther = deployed === 'other';
  // A browser may keep that a file was missing; then only the whole page helps.
  const act = isOther || !mayTry ? () => location.reload() : again;
  return (
    <div className="state" role="status">
      <span className="state-icon">
        <CloudOff size={20} aria-hidden />
      </span>
      <p className="state-title">{isOther ? text.newTitle : text.awayTitle}</p>
      <p className="state-hint">{isOther ? text.newHint : deployed === 'away' ? text.awayHint : text.brokenHint}</p>
      <Button icon={RotateCw} onClick={act}>
        {isOther || !mayTry ? text.reload : words.faults.retry}
      </Button>
    </div>
  );
}

/** Loads the console anew at the page that is open, unless it just did. */
function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadEvery) return false;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
  return true;
}
