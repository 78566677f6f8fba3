import type { TemplateValues } from '../../emails/index.ts';

/**
 * The values of a message beside its event's payload, fixed at the emit and stored with it
 * (docs/rules.md#fixed-content).
 */
export type MessageValues = Omit<TemplateValues, 'event'>;

interface Source {
  readonly contactReference: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly workspaceName: string;
}

/** The recipient of a message. */
interface Addressee {
  readonly recipient: string;
  /** Null when the recipient is no contact. */
  readonly unsubscribeUrl: string | null;
}

export function messageValues(source: Source, { recipient, unsubscribeUrl }: Addressee, now: Date): MessageValues {
  return {
    contact: { email: recipient, reference: source.contactReference },
    attributes: source.attributes ?? {},
    system: { workspace_name: source.workspaceName, unsubscribe_url: unsubscribeUrl, sent_on: now.toISOString() },
  };
}
