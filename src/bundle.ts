/**
 * Makes `node_modules/.cache/tidings/main.mjs`, which `npm start` runs. Tests and the other scripts run the sources.
 */
import { makeBundle } from './make-bundle.ts';

await makeBundle('src/main.ts', 'node_modules/.cache/tidings');
