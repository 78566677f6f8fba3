/** The editor for JSON, loaded when the first page needs it. */
import { lazyPart } from '../lazy/lazy-part.tsx';

export const LazyJsonEditor = lazyPart(() => import('./json-editor.tsx').then(({ default: Editor }) => Editor));
