/** Where the Prisma CLI finds the schema and the migrations: `prisma generate --config prisma/config.ts`. */
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
});
