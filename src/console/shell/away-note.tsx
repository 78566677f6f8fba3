/** Above a page whose reads are not answered: what it shows is from before. */
import { CloudOff } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { Away } from '../api/use-away.ts';
import { words } from '../words.ts';

const faults = words.faults;

export function AwayNote(): ReactNode {
  const isAway = use(Away);
  return (
    <div role="status" className="away">
      {isAway && (
        <div className="note" data-tone="warn">
          <CloudOff size={16} aria-hidden />
          <p>
            {navigator.onLine ? faults.offline : faults.youOffline} {faults.shownBefore}
          </p>
        </div>
      )}
    </div>
  );
}
