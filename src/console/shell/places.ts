/** The pages that the navigation and the search offer to who is signed in. */
import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  AtSign,
  Boxes,
  Building2,
  ChartColumn,
  Globe,
  KeyRound,
  LayoutTemplate,
  type LucideIcon,
  Mails,
  Palette,
  PanelsTopLeft,
  ScrollText,
  ServerCog,
  Tags,
  UsersRound,
  Webhook,
} from 'lucide-react';
import type { ApiKeyScope } from '../api/operations.ts';
import { scopesOf } from '../api/scopes.ts';
import type { Viewer } from '../api/viewer.ts';
import { words } from '../words.ts';

const nav = words.nav;

/** A page is shown to keys with its scope; without one to all. `wide`: not to keys for one workspace. */
export type Place = readonly [
  to: NonNullable<LinkProps['to']>,
  label: string,
  icon: LucideIcon,
  needs?: ApiKeyScope,
  reach?: 'wide',
];

export interface PlaceGroup {
  readonly label: string;
  readonly places: readonly Place[];
}

const groups: readonly PlaceGroup[] = [
  {
    label: nav.mail,
    places: [
      ['/messages', nav.messages, Mails, 'read'],
      ['/people', nav.people, UsersRound, 'people'],
      ['/workspaces', nav.workspaces, Building2, 'read'],
      ['/mail-servers', nav.mailServers, ServerCog, 'people', 'wide'],
      ['/figures', nav.figures, ChartColumn, 'read', 'wide'],
    ],
  },
  {
    label: nav.build,
    places: [
      ['/templates', nav.templates, LayoutTemplate, 'read'],
      ['/event-types', nav.eventTypes, Boxes, 'read'],
      ['/attributes', nav.attributes, Tags, 'read'],
      ['/layouts', nav.layouts, PanelsTopLeft, 'read'],
      ['/brand', nav.brand, Palette, 'read'],
    ],
  },
  {
    label: nav.deliver,
    places: [
      ['/webhooks', nav.webhooks, Webhook, 'read'],
      ['/sending-domain', nav.domain, Globe, 'read'],
      ['/keys', nav.keys, KeyRound],
      ['/audit-log', nav.audit, ScrollText, 'manage', 'wide'],
    ],
  },
];

const ofOperator: PlaceGroup = {
  label: nav.operator,
  places: [
    ['/platforms', nav.platforms, AtSign],
    ['/operations', nav.operations, Activity],
  ],
};
/** Before an operator chose a platform, the log is that of the deployment. */
const ofDeployment: PlaceGroup = {
  ...ofOperator,
  places: [...ofOperator.places, ['/audit-log', nav.audit, ScrollText]],
};

/** `platform`: the one that an operator looks at. */
export function placesFor(viewer: Viewer, platform: string | null): readonly PlaceGroup[] {
  const ofPlatform = !viewer.operator || platform !== null ? groups : [];
  const shown = viewer.operator ? [platform === null ? ofDeployment : ofOperator, ...ofPlatform] : ofPlatform;
  const { allow, allowWide } = scopesOf(viewer);
  const isOffered = ([, , , needs, reach]: Place) => !needs || (reach === 'wide' ? allowWide(needs) : allow(needs));
  return shown
    .map(({ label, places }) => ({ label, places: places.filter(isOffered) }))
    .filter(({ places }) => places.length > 0);
}
