/**
 * Makes what `npm start` runs and serves: `node_modules/.cache/tidings/main.mjs` and the console. Tests and the other
 * scripts run the sources.
 */
import { makeBundle } from './make-bundle.ts';
import { makeConsole } from './make-console.ts';

await Promise.all([makeBundle('src/main.ts', 'node_modules/.cache/tidings'), makeConsole()]);
