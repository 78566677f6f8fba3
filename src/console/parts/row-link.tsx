/** The link of a row. The router's own follows the address bar and watches for its preload, which a thousand rows feel. */
import { type LinkProps, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  readonly place: LinkProps;
  readonly children: ReactNode;
}

export function RowLink({ place, children }: RowLinkProps): ReactNode {
  const router = useRouter();
  const open = (event: MouseEvent) => {
    // The browser opens another tab or window.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate(place);
  };
  const preload = () => void router.preloadRoute(place as Parameters<typeof router.preloadRoute>[0]);
  return (
    <a
      href={router.history.createHref(router.buildLocation(place).publicHref)}
      onClick={open}
      onMouseEnter={preload}
      onFocus={preload}
    >
      {children}
    </a>
  );
}
