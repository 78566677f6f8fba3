/** The pages, in groups. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { usePlatform } from '../api/use-ask.ts';
import type { Viewer } from '../api/viewer.ts';
import { words } from '../words.ts';
import { type PlaceGroup, placesFor } from './places.ts';

const nav = words.nav;

export function Navigation({ viewer }: { readonly viewer: Viewer }): ReactNode {
  const platform = usePlatform();
  return (
    <nav className="navigation" aria-label={nav.label}>
      {placesFor(viewer, platform).map((group) => (
        <NavigationGroup key={group.label} {...group} />
      ))}
    </nav>
  );
}

function NavigationGroup({ label, places }: PlaceGroup): ReactNode {
  const id = useId();
  return (
    <div className="navigation-group">
      <p id={id}>{label}</p>
      <ul aria-labelledby={id}>
        {places.map(([to, name, Icon]) => (
          <li key={to}>
            <Link to={to} activeProps={{ 'aria-current': 'page' }}>
              <Icon size={16} aria-hidden />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
