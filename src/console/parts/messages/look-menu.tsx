/** Which columns the list of messages shows, and how high its rows are. */
import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { OnDemand } from '../menus/on-demand.tsx';

const LookChoices = lazyPart(() => import('./look-choices.tsx').then((file) => file.LookChoices), { isSoon: true });

const button = (
  <Button kind="quiet" icon={Columns3}>
    {words.messages.look}
  </Button>
);

export function LookMenu(): ReactNode {
  return (
    <OnDemand button={button} opens="menu" part={LookChoices}>
      {(opened) => <LookChoices {...opened} />}
    </OnDemand>
  );
}
