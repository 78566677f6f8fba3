/** The lines of the menu of columns and rows (look-menu.tsx). */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import type { Opened } from '../menus/on-demand.tsx';
import { OpenedMenu } from '../menus/opened-menu.tsx';
import { keepListLook, optionalColumns, useListLook } from './list-look.ts';

const text = words.messages;

export function LookChoices(opened: Opened): ReactNode {
  const { columns, rows } = useListLook();
  return (
    <OpenedMenu {...opened} align="end">
      <DropdownMenu.Label>{text.columns}</DropdownMenu.Label>
      {optionalColumns.map((name) => (
        <DropdownMenu.CheckboxItem
          key={name}
          checked={columns.includes(name)}
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={(isShown) =>
            keepListLook({
              columns: optionalColumns.filter((each) => (each === name ? isShown : columns.includes(each))),
            })
          }
        >
          {text.columnNames[name]}
          <DropdownMenu.ItemIndicator>
            <Check size={14} aria-hidden />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.CheckboxItem>
      ))}
      <DropdownMenu.Separator />
      <DropdownMenu.CheckboxItem
        checked={rows === 'roomy'}
        onSelect={(event) => event.preventDefault()}
        onCheckedChange={(isRoomy) => keepListLook({ rows: isRoomy ? 'roomy' : 'close' })}
      >
        {text.roomy}
        <DropdownMenu.ItemIndicator>
          <Check size={14} aria-hidden />
        </DropdownMenu.ItemIndicator>
      </DropdownMenu.CheckboxItem>
    </OpenedMenu>
  );
}
