/** `npm run bench <name>` runs test/bench/<name>.ts, whose last line is one JSON object {name, ours, yardstick, ratio, unit}. */
import { existsSync } from 'node:fs';

const [name = ''] = process.argv.slice(2);
const file = new URL(`${name}.ts`, import.meta.url);
if (!/^[a-z-]+$/.test(name) || name === 'run' || !existsSync(file)) {
  throw new Error('npm run bench <name>: the name of a file in test/bench, such as render or webhooks');
}
await import(file.href);
