/** The pages, in groups. */
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  AtSign,
  Boxes,
  Building2,
  Globe,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  Mails,
  Tags,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Viewer } from '../api/session.ts';
import { usePlatform } from '../api/use-ask.ts';
import { words } from '../words.ts';

const { nav } = words;

type Place = readonly [to: NonNullable<LinkProps['to']>, label: string, icon: LucideIcon];

interface Group {
  readonly label: string;
  readonly places: readonly Place[];
}

const groups: readonly Group[] = [
  {
    label: nav.mail,
    places: [
      ['/messages', nav.messages, Mails],
      ['/people', nav.people, UsersRound],
      ['/workspaces', nav.workspaces, Building2],
    ],
  },
  {
    label: nav.build,
    places: [
      ['/templates', nav.templates, LayoutTemplate],
      ['/event-types', nav.eventTypes, Boxes],
      ['/attributes', nav.attributes, Tags],
    ],
  },
  {
    label: nav.deliver,
    places: [
      ['/webhooks', nav.webhooks, Webhook],
      ['/sending-domain', nav.domain, Globe],
      ['/keys', nav.keys, KeyRound],
    ],
  },
];

const ofOperator: Group = { label: nav.operator, places: [['/platforms', nav.platforms, AtSign]] };

export function Navigation({ viewer }: { readonly viewer: Viewer }): ReactNode {
  const platform = usePlatform();
  const ofPlatform = !viewer.operator || platform !== null ? groups : [];
  const shown = viewer.operator ? [ofOperator, ...ofPlatform] : ofPlatform;
  return (
    <nav className="navigation" aria-label={nav.label}>
      {shown.map((group) => (
        <NavigationGroup key={group.label} {...group} />
      ))}
    </nav>
  );
}

function NavigationGroup({ label, places }: Group): ReactNode {
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
