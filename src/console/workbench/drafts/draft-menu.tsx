/** What is being edited, the live version or a draft, and the way to the others. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Link } from '@tanstack/react-router';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type DraftContentFragment, TemplateDraftsDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { When } from '../../parts/when.tsx';
import { words } from '../../words.ts';

const text = words.drafts;

interface DraftMenuProps {
  readonly eventType: string;
  readonly version: number | null;
  readonly stored: DraftContentFragment | null;
}

export function DraftMenu({ eventType, version, stored }: DraftMenuProps): ReactNode {
  const { rows = [] } = useList(TemplateDraftsDocument, { eventType }, ({ templateDrafts }) => templateDrafts);
  const live = version === null ? text.noVersion : text.liveVersion(version);
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="draft-menu" data-draft={stored ? true : undefined}>
        <span className="unseen">{text.shown}</span>
        {stored ? text.draftNamed(stored.name) : live}
        {rows.length > 0 && !stored && <span className="tag">{text.number(rows.length)}</span>}
        <ChevronsUpDown size={13} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={6} collisionPadding={8}>
          <DropdownMenu.Item asChild>
            <Link to="." search={(now) => ({ ...now, draft: undefined })}>
              {live}
              {!stored && <Check size={14} aria-hidden />}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Label className="menu-label">
            {rows.length === 0 ? text.noDrafts : text.drafts}
          </DropdownMenu.Label>
          {rows.map(({ id, name, updatedAt, savedBy }) => (
            <DropdownMenu.Item key={id} asChild>
              <Link to="." search={(now) => ({ ...now, draft: id })}>
                <span>
                  {name}
                  <span className="hint">
                    {words.versions.by(savedBy?.name ?? null)} <When at={updatedAt} />
                  </span>
                </span>
                {id === stored?.id && <Check size={14} aria-hidden />}
              </Link>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
