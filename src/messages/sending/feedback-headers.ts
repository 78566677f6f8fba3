import type { App } from '../../context.ts';
import { signMessageHeader } from '../../transport/mail/return-path.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';

type Header = readonly [name: string, value: string];
type NamedMessage = Pick<ClaimedMessage, 'eventTypeId' | 'workspaceId' | 'platformId' | 'id'>;

/** The last part of a Feedback-ID, 5 to 15 characters, the same in all mail of the service. */
const senderId = 'tidings';

/**
 * The header fields by which providers tell complaints apart and send them back (docs/rules.md#feedback-fields). DKIM
 * covers them all, as both demand. The address is below the domain of From, so that its signature is enough (RFC 9477,
 * 3.1.2).
 */
export function feedbackHeaders(app: App, message: NamedMessage, domain: string): readonly Header[] {
  const { eventTypeId, workspaceId, platformId, id } = message;
  return [
    ['Feedback-ID', `${eventTypeId}:${workspaceId}:${platformId}:${senderId}`],
    ['CFBL-Address', `fbl@bounces.${domain}; report=arf`],
    ['CFBL-Feedback-ID', signMessageHeader(app.secrets, id)],
  ];
}
