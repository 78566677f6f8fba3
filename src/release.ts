/** `npm run build`: makes `dist/`, which a deployment runs with `node dist/main.mjs` (docs/deploying.md). */
import { makeRelease } from './make-release.ts';

await makeRelease('dist');
