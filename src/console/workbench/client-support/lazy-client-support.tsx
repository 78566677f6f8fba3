/** The list of what mail programs lack, loaded when somebody looks at it: its table is large. */
import { lazyPart } from '../../parts/lazy/lazy-part.tsx';
import { Skeleton } from '../../parts/states.tsx';

export const LazyClientSupport = lazyPart(
  () => import('./client-support.tsx').then(({ default: ClientSupport }) => ClientSupport),
  { waiting: <Skeleton lines={4} /> },
);
