/** Errors of the connection to PostgreSQL: the database is out of reach, we are not wrong. */
const unavailableCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2037',
]);

/** What node-postgres says without a code: no connection came about, or one broke between two queries of a request. */
const codelessMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|and is not queryable$/;

/** Whether an error says that the database is out of reach. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && unavailableCodes.has(error.code)) return true;
  if (unavailableCodes.has(codeBehindPrisma(error))) return true;
  return codelessMessages.test(error.message);
}

/** PostgreSQL's own code, where Prisma has none for it (P2010, P2039). */
function codeBehindPrisma(error: Error): unknown {
  const { meta } = error as { readonly meta?: { readonly driverAdapterError?: { readonly cause?: unknown } } };
  return Object(meta?.driverAdapterError?.cause).originalCode;
}
