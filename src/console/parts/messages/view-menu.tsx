/** Views of the list of messages: some that everybody needs, and those that this reader saved. */
import { Bookmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { OnDemand } from '../menus/on-demand.tsx';
import type { MessageSearch } from './message-search.ts';

const ViewChoices = lazyPart(() => import('./view-choices.tsx').then((file) => file.ViewChoices), { isSoon: true });

const button = (
  <Button kind="quiet" icon={Bookmark}>
    {words.messages.savedViews}
  </Button>
);

export function ViewMenu({ search }: { readonly search: MessageSearch }): ReactNode {
  return (
    <OnDemand button={button} opens="menu" part={ViewChoices}>
      {(opened) => <ViewChoices {...opened} search={search} />}
    </OnDemand>
  );
}
