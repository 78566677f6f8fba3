/** What a button that was pressed shows below it (on-demand.tsx), such as fields: opens as soon as it is there. */
import * as Popover from '@radix-ui/react-popover';
import { type ReactNode, useState } from 'react';
import type { Opened } from './on-demand.tsx';

interface OpenedPanelProps extends Pick<Opened, 'button'> {
  readonly label: string;
  /** Beside `menu`. */
  readonly className: string;
  readonly children: (close: () => void) => ReactNode;
}

export function OpenedPanel({ button, label, className, children }: OpenedPanelProps): ReactNode {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover.Root modal open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{button}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={`menu ${className}`}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
