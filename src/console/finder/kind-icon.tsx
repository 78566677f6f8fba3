import {
  ArrowRight,
  AtSign,
  Boxes,
  Building2,
  FileUp,
  LayoutTemplate,
  type LucideIcon,
  Mail,
  Radio,
  UserRound,
  UserSearch,
  Webhook,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Entry } from './entry.ts';

const icons: Readonly<Record<Entry['kind'], LucideIcon>> = {
  message: Mail,
  event: Radio,
  address: UserSearch,
  person: UserRound,
  workspace: Building2,
  template: LayoutTemplate,
  eventType: Boxes,
  webhook: Webhook,
  endpoint: Webhook,
  import: FileUp,
  platform: AtSign,
  page: ArrowRight,
  act: Zap,
};

/** The sign of what a line of the search leads to. */
export function KindIcon({ kind }: Pick<Entry, 'kind'>): ReactNode {
  const Icon = icons[kind];
  return <Icon size={16} aria-hidden />;
}
