/** Who is signed in, light or dark, and the way out. */

import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { useRouter } from '@tanstack/react-router';
import { BookOpen, Check, ChevronsUpDown, LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PlatformNameDocument } from '../api/operations.ts';
import type { Viewer } from '../api/session.ts';
import { useAsk, usePlatform } from '../api/use-ask.ts';
import { words } from '../words.ts';
import { leave } from './leave.ts';
import { keepTheme, readTheme, themes } from './theme.ts';

const { nav } = words;

export function Account({ viewer: { key } }: { readonly viewer: Viewer }): ReactNode {
  const router = useRouter();
  const [theme, setTheme] = useState(readTheme);
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger className="account">
        <span className="unseen">{nav.menu}</span>
        <span className="account-sign" aria-hidden>
          {(key?.platform.name ?? nav.operator).slice(0, 1).toUpperCase()}
        </span>
        <span className="account-name">
          {key ? <strong>{key.platform.name}</strong> : <OperatorsPlatform />}
          <span>{key?.name ?? nav.operator}</span>
        </span>
        <ChevronsUpDown size={14} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={6} collisionPadding={8}>
          <DropdownMenu.Label>{nav.theme}</DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={theme}>
            {themes.map((choice) => (
              <DropdownMenu.RadioItem
                key={choice}
                value={choice}
                onSelect={() => {
                  keepTheme(choice);
                  setTheme(choice);
                }}
              >
                {nav.themes[choice]}
                <DropdownMenu.ItemIndicator>
                  <Check size={14} aria-hidden />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator />
          <DropdownMenu.Item asChild>
            <a href="/docs" target="_blank" rel="noopener">
              {nav.documentation}
              <BookOpen size={14} aria-hidden />
            </a>
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void leave(router)}>
            {nav.signOut}
            <LogOut size={14} aria-hidden />
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function OperatorsPlatform(): ReactNode {
  const platform = usePlatform();
  const { data } = useAsk(PlatformNameDocument, { id: platform ?? '' }, { enabled: platform !== null });
  const name = data?.node && 'name' in data.node ? data.node.name : null;
  return <strong>{name ?? nav.noPlatform}</strong>;
}
