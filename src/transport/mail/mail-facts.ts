/** Facts that the local inbox shows beside a mail. Only mail captured on the machine carries them. */
import { headerField, structuredField } from './mail-header.ts';

export interface MailFacts {
  /** Such as `order.shipped`. */
  readonly eventType: string;
  /** Name of the workspace, with its reference if it has one: `Demo shop (demo)`. */
  readonly workspace: string;
  /** Such as `pt-BR`. */
  readonly locale: string;
}

/** Writes the facts as header fields before all others: no signature covers them, and they break none. */
export function factFields({ eventType, workspace, locale }: MailFacts): Buffer {
  const fields = [
    structuredField('Tidings-Event-Type', eventType),
    headerField('Tidings-Workspace', workspace.replace(/\p{Cc}/gu, ' ')),
    structuredField('Content-Language', locale),
  ];
  return Buffer.from(fields.join(''));
}
