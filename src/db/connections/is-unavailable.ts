import { databaseCode } from '../database-code.ts';
import { crowdedCode } from './connection-room.ts';

/**
 * Classes of SQLSTATE: connection exceptions, insufficient resources (disk, memory, connections), operator
 * intervention.
 */
const unavailableClasses: ReadonlySet<string> = new Set(['08', '53', '57']);

/**
 * Codes of errors which say that the database cannot do the work now; the same request may succeed later. Codes of the
 * network, of PostgreSQL outside the classes above, and of Prisma.
 */
const unavailableCodes: ReadonlySet<unknown> = new Set([
  crowdedCode,
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  // read_only_sql_transaction, idle_in_transaction_session_timeout, transaction_timeout
  '25006',
  '25P03',
  '25P04',
  // serialization_failure, deadlock_detected, lock_not_available
  '40001',
  '40P01',
  '55P03',
  // io_error
  '58030',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2034',
  'P2037',
]);

/**
 * Messages of node-postgres without a code: no connection came about, or one broke between two queries of a request.
 */
const codelessMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|and is not queryable$/;

/** Whether an error says that the database is unreachable, or cannot do the work now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isUnavailableCode(databaseCode(error))) return true;
  if ('code' in error && (isUnavailableCode(error.code) || isUnloggedAtStandby(error))) return true;
  return codelessMessages.test(error.message);
}

/**
 * A standby has no unlogged tables. The code is that of every feature that PostgreSQL lacks, and its text is in any
 * language; this function of its planner says nothing else by that code.
 */
function isUnloggedAtStandby(error: { readonly code: unknown; readonly routine?: unknown }): boolean {
  return error.code === '0A000' && error.routine === 'get_relation_info';
}

function isUnavailableCode(code: unknown): boolean {
  if (unavailableCodes.has(code)) return true;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && unavailableClasses.has(code.slice(0, 2));
}
