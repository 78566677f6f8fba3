/** Tells the Prisma CLI where the schema and the migrations are: `prisma generate --config prisma/config.ts`. */
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
});
