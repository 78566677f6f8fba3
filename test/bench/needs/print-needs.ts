/** Prints what docs/scale.md says of cores, memory and disks: `npm run bench:needs`. */
import { tableOfLimits, tableOfNeeds } from './needs-tables.ts';

process.stdout.write(`${tableOfNeeds()}\n\n${tableOfLimits()}\n`);
