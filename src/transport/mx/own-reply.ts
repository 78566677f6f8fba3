/**
 * What this service says in the place of a mail server (docs/rules.md#mail-exchangers): results of DNS, and that no
 * exchanger was reached, are stored in the form of a reply, so that one set of rules judges all.
 */

/** Stands for a reply where no exchanger could be reached. */
export const noneReached = '451 4.4.1 No mail exchanger of the domain can be reached';

/** What of an attempt tells who spoke. */
export interface Answer {
  readonly transport: string;
  readonly exchanger: string | null;
  readonly reply: string | null;
}

/** Whether the reply of an attempt is this service's own. */
export function isOwnReply({ transport, exchanger, reply }: Answer): boolean {
  return transport === 'mx' && (exchanger === null || reply === noneReached);
}
