/** Who is signed in, and the menu of the account. */
import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { PlatformNameDocument } from '../api/operations.ts';
import { useAsk, usePlatform } from '../api/use-ask.ts';
import type { Viewer } from '../api/viewer.ts';
import { lazyPart } from '../parts/lazy/lazy-part.tsx';
import { OnDemand } from '../parts/menus/on-demand.tsx';
import { words } from '../words.ts';

const AccountMenu = lazyPart(() => import('./account-menu.tsx').then((file) => file.AccountMenu), { isSoon: true });

const nav = words.nav;

export function Account({ viewer: { key } }: { readonly viewer: Viewer }): ReactNode {
  const button = (
    <button type="button" className="account">
      <span className="unseen">{nav.menu}</span>
      <span className="account-sign" aria-hidden>
        {(key?.platform.name ?? nav.operator).slice(0, 1).toUpperCase()}
      </span>
      <span className="account-name">
        {key ? <strong>{key.platform.name}</strong> : <OperatorsPlatform />}
        <span>{key?.name ?? nav.operator}</span>
      </span>
      <ChevronsUpDown size={14} aria-hidden />
    </button>
  );
  return (
    <OnDemand button={button} opens="menu" part={AccountMenu}>
      {(opened) => <AccountMenu {...opened} />}
    </OnDemand>
  );
}

function OperatorsPlatform(): ReactNode {
  const platform = usePlatform();
  const { data } = useAsk(PlatformNameDocument, { id: platform ?? '' }, { enabled: platform !== null });
  const name = data?.node && 'name' in data.node ? data.node.name : null;
  return <strong>{name ?? nav.noPlatform}</strong>;
}
