/** A call of the API that does what an empty list is about, to copy. */
import type { ReactNode } from 'react';
import { words } from '../words.ts';
import { CopyText } from './copy.tsx';

interface CallProps {
  /** Method, path and body. */
  readonly call: string;
  /** Where the documentation describes it. */
  readonly page: string;
}

export function CallToCopy({ call, page }: CallProps): ReactNode {
  return (
    <p className="call-to-copy">
      <CopyText text={call} what={words.common.call} />
      <a href={page} target="_blank" rel="noopener">
        {words.nav.documentation}
      </a>
    </p>
  );
}
