/** Light or dark, the documentation, and the way out (account.tsx). */
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { useRouter } from '@tanstack/react-router';
import { BookOpen, Check, LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Opened } from '../parts/menus/on-demand.tsx';
import { OpenedMenu } from '../parts/menus/opened-menu.tsx';
import { words } from '../words.ts';
import { leave } from './leave.ts';
import { keepTheme, readTheme, themes } from './theme.ts';

const nav = words.nav;

export function AccountMenu(opened: Opened): ReactNode {
  const router = useRouter();
  const [theme, setTheme] = useState(readTheme);
  return (
    <OpenedMenu {...opened}>
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
    </OpenedMenu>
  );
}
