/** A state in one word, with a dot of its tone. */
import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'calm';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
