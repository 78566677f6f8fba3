/** The lines of a filter that takes several values (several-filter.tsx). */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import type { Opened } from '../menus/on-demand.tsx';
import { OpenedMenu } from '../menus/opened-menu.tsx';
import type { Option } from './field.tsx';

interface SeveralMenuProps extends Opened {
  readonly options: readonly Option[];
  readonly picked: readonly string[];
  readonly onPick: (picked: readonly string[]) => void;
}

export function SeveralMenu({ options, picked, onPick, ...opened }: SeveralMenuProps): ReactNode {
  return (
    <OpenedMenu {...opened}>
      {options.map(([value, label]) => (
        <DropdownMenu.CheckboxItem
          key={value}
          checked={picked.includes(value)}
          // The menu stays open: a reader picks more than one.
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={(isPicked) =>
            onPick(isPicked ? [...picked, value] : picked.filter((each) => each !== value))
          }
        >
          {label}
          <DropdownMenu.ItemIndicator>
            <Check size={14} aria-hidden />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.CheckboxItem>
      ))}
      <DropdownMenu.Separator />
      <DropdownMenu.Item disabled={picked.length === 0} onSelect={() => onPick([])}>
        {words.common.all}
      </DropdownMenu.Item>
    </OpenedMenu>
  );
}
