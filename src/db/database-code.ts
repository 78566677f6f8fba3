/**
 * Returns the code of an error of PostgreSQL, its driver or Prisma; undefined for other errors. PostgreSQL's own code
 * comes before the code of the Prisma error that wraps it (P2010, P2039).
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
