/** The editor for JSON, loaded when the first page needs it. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../states.tsx';
import type { JsonEditorProps } from './json-editor.tsx';

const Editor = lazy(() => import('./json-editor.tsx'));

export function LazyJsonEditor(props: JsonEditorProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Editor {...props} />
    </Suspense>
  );
}
