import type { Queryable } from '../../db/connections/pool.ts';
import type { InboundReport } from '../../transport/reports/find-reports.ts';

/**
 * Reports kept of one message (docs/rules.md#what-one-mail-allows). The recipient knows the signed return path and
 * could send any number of reports.
 */
const reportsKept = 20;

/**
 * Stores a report, which explains later why a mail was or was not delivered. The caller holds the lock of the message.
 */
export async function keepReport(
  client: Queryable,
  workspaceId: string,
  report: InboundReport,
  at: Date,
): Promise<void> {
  const { messageId, kind, hard, category, replyCode, status, reply } = report;
  await client.query(
    `INSERT INTO message_reports (workspace_id, message_id, number, at, kind, hard, category, reply_code, enhanced_code, reply)
     SELECT $1, $2, count(*) + 1, $3, $4, $5, $6, $7::int, $8, $9 FROM message_reports
     WHERE workspace_id = $1 AND message_id = $2
     HAVING count(*) < ${reportsKept}`,
    [workspaceId, messageId, at, kind, hard, category, replyCode, status, reply],
  );
}
