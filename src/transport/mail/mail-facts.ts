/** What the local inbox shows beside a mail. Only mail that is captured on the machine carries it. */
import { headerField, structuredField } from './mail-header.ts';

export interface MailFacts {
  /** Such as `order.shipped`. */
  readonly eventType: string;
  /** Name of the workspace, with its reference where it has one: `Demo shop (demo)`. */
  readonly workspace: string;
  /** Such as `pt-BR`. */
  readonly locale: string;
}

/** The facts as header fields, to stand before all others: no signature covers them, and none is broken by them. */
export function factFields({ eventType, workspace, locale }: MailFacts): Buffer {
  const fields = [
    structuredField('Tidings-Event-Type', eventType),
    headerField('Tidings-Workspace', workspace.replace(/\p{Cc}/gu, ' ')),
    structuredField('Content-Language', locale),
  ];
  return Buffer.from(fields.join(''));
}
