/** Which columns the list of messages shows, and how high its rows are. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Check, Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { keepListLook, optionalColumns, useListLook } from './list-look.ts';

const text = words.messages;

export function LookMenu(): ReactNode {
  const { columns, rows } = useListLook();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button kind="quiet" icon={Columns3}>
          {text.look}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={6} collisionPadding={8}>
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
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
