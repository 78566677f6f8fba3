/** The list of what mail programs lack, loaded when somebody looks at it: its table is large. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../parts/states.tsx';

const ClientSupport = lazy(() => import('./client-support.tsx'));

export function LazyClientSupport({ html }: { readonly html: string }): ReactNode {
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      <ClientSupport html={html} />
    </Suspense>
  );
}
