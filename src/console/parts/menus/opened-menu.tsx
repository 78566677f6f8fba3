/** The menu of a button that was pressed (on-demand.tsx): opens as soon as it is there. */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Opened } from './on-demand.tsx';

interface OpenedMenuProps extends Opened {
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

export function OpenedMenu({ button, byKey, align = 'start', children }: OpenedMenuProps): ReactNode {
  const trigger = useRef<HTMLButtonElement>(null);
  // The key that was pressed before the menu was there is given to it: it opens at its first line.
  useEffect(() => {
    if (byKey) trigger.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, [byKey]);
  return (
    <DropdownMenu.Root defaultOpen={!byKey}>
      <DropdownMenu.Trigger asChild ref={trigger}>
        {button}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
