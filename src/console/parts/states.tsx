/** What a page shows while it has no data, and when there is none. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reading } from '../api/use-ask.ts';
import { words } from '../words.ts';
import { FaultView } from './events/fault-view.tsx';

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly hint: string;
  /** What the reader can do about it. */
  readonly children?: ReactNode;
  /** Where an empty list is how it should be: in a line of its own, not in half a page. */
  readonly isShort?: boolean;
}

export function Empty({ icon: Icon, title, hint, children, isShort = false }: EmptyProps): ReactNode {
  return (
    <div className="state" data-short={isShort || undefined}>
      <span className="state-icon">
        <Icon size={20} aria-hidden />
      </span>
      <p className="state-title">{title}</p>
      <p className="state-hint">{hint}</p>
      {children}
    </div>
  );
}

export function Skeleton({ lines = 4 }: { readonly lines?: number }): ReactNode {
  return (
    <div className="skeleton" role="status" aria-label={words.common.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <span key={line} />
      ))}
    </div>
  );
}

interface AnswerProps<Data> {
  readonly reading: Reading<Data>;
  readonly children: (data: Data) => ReactNode;
  readonly lines?: number;
}

/** The answer of a query, or its state until there is one. */
export function Answer<Data>({ reading: { data, fault, retry }, children, lines = 4 }: AnswerProps<Data>): ReactNode {
  if (data !== undefined && (fault === null || fault.code === 'offline')) return children(data);
  if (fault) return <FaultView fault={fault} retry={retry} />;
  return <Skeleton lines={lines} />;
}
