import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty } from '../parts/states.tsx';
import { words } from '../words.ts';

/** For an operator that opens a page of a platform without naming one. */
export function NeedsPlatform(): ReactNode {
  return (
    <Empty icon={Building2} title={words.common.noPlatformTitle} hint={words.common.noPlatformHint}>
      <Link className="button primary" to="/platforms">
        {words.common.toPlatforms}
      </Link>
    </Empty>
  );
}
