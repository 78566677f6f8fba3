/** Migrates the database of its first argument and tells its parent what it applied. */
import { migrate } from '../../prisma/migrate.ts';

const url = process.argv[2];
if (url === undefined) throw new Error('Which database?');
const { applied } = await migrate(url);
process.send?.(applied);
