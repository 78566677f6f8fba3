import type { TemplateValues } from '../../emails/render.ts';

/** The values of a message beside its event's payload, fixed at the emit and kept with it (decisions, section 5). */
export type MessageValues = Omit<TemplateValues, 'event'>;

interface Source {
  readonly contactReference: string | null;
  readonly attributes: Readonly<Record<string, unknown>> | null;
  readonly workspaceName: string;
}

export function messageValues(source: Source, recipient: string, now: Date): MessageValues {
  return {
    contact: { email: recipient, reference: source.contactReference },
    attributes: source.attributes ?? {},
    system: { workspace_name: source.workspaceName, unsubscribe_url: null, sent_on: now.toISOString() },
  };
}
