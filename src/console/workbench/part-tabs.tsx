/** The parts of the workbench, each with an address of its own. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../parts/badge.tsx';
import { exactly } from '../search.ts';
import { words } from '../words.ts';

const text = words.template;
const tabs = ['content', 'translations', 'check', 'versions'] as const;

interface PartTabsProps {
  readonly part: string;
  /** Numbers of faults. */
  readonly faults: { readonly content: number; readonly translations: number };
}

export function PartTabs({ part, faults }: PartTabsProps): ReactNode {
  return (
    <nav className="tabs" aria-label={text.tabs}>
      {tabs.map((each) => {
        const number = each === 'content' || each === 'translations' ? faults[each] : 0;
        return (
          <Link
            key={each}
            to="."
            search={(now) => ({
              ...now,
              part: each === 'content' ? undefined : each,
              version: undefined,
              with: undefined,
            })}
            activeOptions={exactly}
            aria-current={each === part ? 'page' : undefined}
            replace
          >
            {text[each]}
            {number > 0 && <Badge tone="bad">{number}</Badge>}
          </Link>
        );
      })}
    </nav>
  );
}

/** From the versions to the editor. */
export function EditLink(): ReactNode {
  return (
    <Link
      className="button"
      to="."
      search={(now: object) => ({ ...now, part: undefined, version: undefined, with: undefined })}
    >
      {text.edit}
    </Link>
  );
}
