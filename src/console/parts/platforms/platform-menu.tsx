/** What the operator can do with one platform of the list. */

import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { PlatformResumeDocument } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import type { PlatformRow } from './platform-dialogs.tsx';

const text = words.platforms;

interface PlatformMenuProps {
  readonly platform: PlatformRow;
  readonly onPick: (act: 'rename' | 'suspend') => void;
}

export function PlatformMenu({ platform: { id, name, suspendedAt }, onPick }: PlatformMenuProps): ReactNode {
  const resume = useTold(PlatformResumeDocument, { done: text.resumedToast });
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="button quiet icon" aria-label={`${words.common.actions}: ${name}`}>
        <Ellipsis size={16} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Item onSelect={() => onPick('rename')}>{text.rename}</DropdownMenu.Item>
          <DropdownMenu.Item asChild>
            <Link to="/keys" search={{ platform: id, workspace: undefined }}>
              {text.keys}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild>
            <Link to="/audit-log" search={{ platform: id, workspace: undefined }}>
              {words.audit.title}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          {suspendedAt === null ? (
            <DropdownMenu.Item className="danger" onSelect={() => onPick('suspend')}>
              {text.suspend}
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item onSelect={() => resume.run({ input: { platformId: id } })}>
              {text.resume}
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
