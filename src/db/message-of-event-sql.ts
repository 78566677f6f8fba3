/** The characters of an id that give its time. */
const timeCharacters = 10;
/** No id of that time is after it. */
const last = 'Z'.repeat(16);

/**
 * SQL: whether the message `m` is of the instant of the event `eventId`, as the event's message is: both ids are minted at
 * once. So PostgreSQL looks for it in the partition of that time alone (docs/rules.md#partitions).
 */
export const ofInstantSql = (m: string, eventId: string) =>
  `${m}.id >= left(${eventId}, ${timeCharacters}) AND ${m}.id <= left(${eventId}, ${timeCharacters}) || '${last}'`;

/** SQL: whether `m` is the message of the event `eventId`; the caller compares the workspaces. */
export const isOfEventSql = (m: string, eventId: string) =>
  `${m}.event_id = ${eventId} AND ${ofInstantSql(m, eventId)}`;
