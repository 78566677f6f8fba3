import { databaseCode } from '../database-code.ts';
import { crowdedCode } from './connection-room.ts';
import { WithoutTls } from './open-way.ts';
import { WorkerGone } from './worker-gone.ts';

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
  'EPROTO',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ENETDOWN',
  'EHOSTDOWN',
  'ENOTFOUND',
  // A stream that was closed, or a try that was given up, while somebody still wrote to it or waited for it.
  'ABORT_ERR',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
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
 * Messages without a code, of node-postgres and of `wire.ts`: no connection came about, it broke between two queries of a
 * request, or an answer took too long, as that of a frozen server to the question whether it takes writes.
 */
const codelessMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|and is not queryable$|^Query read timeout$|^The connection is not open$/;

/** Whether an error says that the database is unreachable, or cannot do the work now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isUnavailableCode(databaseCode(error))) return true;
  if ('code' in error && (isUnavailableCode(error.code) || isUnloggedAtStandby(error) || isOfWorker(error)))
    return true;
  if (isOfConnecting(error) || error instanceof WithoutTls || error instanceof WorkerGone) return true;
  return codelessMessages.test(error.message);
}

/** Whatever the network says: a Unix socket, too, is missing (ENOENT) or closed (EACCES) while its server starts again. */
function isOfConnecting(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect';
}

/**
 * A standby has no unlogged tables. The code is that of every feature that PostgreSQL lacks, and its text is in any
 * language; this function of its planner says nothing else by that code.
 */
function isUnloggedAtStandby(error: { readonly code: unknown; readonly routine?: unknown }): boolean {
  return error.code === '0A000' && error.routine === 'get_relation_info';
}

/**
 * Of Citus: where it says that a worker broke off, it does so by the code of faults of the program. A fault of a worker's own
 * program cannot be told from it.
 */
const workerRoutines: ReadonlySet<unknown> = new Set([
  'ReportResultError',
  'FetchRemoteIntermediateResult',
  'ScheduleNextPlacementExecution',
  'MarkRemoteTransactionFailed',
  'CheckRemoteTransactionsHealth',
  'FinishRemoteTransactionPrepare',
  'ErrorIfPostCommitFailedShardPlacements',
]);

/** A worker of a cluster is gone (docs/rules.md#a-worker-that-is-gone). */
function isOfWorker(error: { readonly code: unknown; readonly routine?: unknown }): boolean {
  return error.code === 'XX000' && workerRoutines.has(error.routine);
}

function isUnavailableCode(code: unknown): boolean {
  if (unavailableCodes.has(code)) return true;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && unavailableClasses.has(code.slice(0, 2));
}
