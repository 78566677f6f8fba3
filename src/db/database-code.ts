/**
 * The code of an error that PostgreSQL, its driver or Prisma reported; undefined for other errors. PostgreSQL's own code
 * comes before the one that Prisma wraps it in (P2010, P2039).
 */
export function databaseCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { code, meta } = error as {
    readonly code?: unknown;
    readonly meta?: { readonly driverAdapterError?: { readonly cause?: unknown } };
  };
  const { originalCode } = Object(meta?.driverAdapterError?.cause) as { readonly originalCode?: unknown };
  return originalCode ?? code;
}
