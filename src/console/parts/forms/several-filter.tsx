/** A filter of a list that takes several values at once; in the address bar with commas between them. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';

interface SeveralFilterProps<Value extends string> {
  readonly label: string;
  readonly labels: Readonly<Record<Value, string>>;
  readonly values: readonly Value[];
  readonly onPick: (values: readonly Value[]) => void;
}

export function SeveralFilter<Value extends string>({
  label,
  labels,
  values,
  onPick,
}: SeveralFilterProps<Value>): ReactNode {
  const all = Object.keys(labels).filter((key): key is Value => Object.hasOwn(labels, key));
  const shown = values.length === 0 ? words.common.all : values.map((value) => labels[value]).join(', ');
  return (
    <DropdownMenu.Root>
      <div className="filter" data-set={values.length > 0 || undefined}>
        <span aria-hidden>{label}</span>
        <DropdownMenu.Trigger className="choice" aria-label={`${label}: ${shown}`}>
          <span>{shown}</span>
          <ChevronDown size={14} aria-hidden />
        </DropdownMenu.Trigger>
      </div>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={6} collisionPadding={8}>
          {all.map((value) => (
            <DropdownMenu.CheckboxItem
              key={value}
              checked={values.includes(value)}
              // The menu stays open: a reader picks more than one.
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(isPicked) =>
                onPick(all.filter((each) => (each === value ? isPicked : values.includes(each))))
              }
            >
              {labels[value]}
              <DropdownMenu.ItemIndicator>
                <Check size={14} aria-hidden />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.CheckboxItem>
          ))}
          <DropdownMenu.Separator />
          <DropdownMenu.Item disabled={values.length === 0} onSelect={() => onPick([])}>
            {words.common.all}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
