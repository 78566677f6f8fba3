/** The event types of the demo platform and their mails: the starters of emails/. */

import { type StarterName, starters } from '../../emails/starters.ts';
import { saveInputOf } from './save-input-of.ts';

/** Event type by starter. */
export const demoEventTypes: Readonly<Record<StarterName, string>> = {
  welcome: 'account.created',
  'verify-address': 'account.address_entered',
  'magic-link': 'account.link_requested',
  'one-time-code': 'account.code_requested',
  'password-reset': 'password.reset_requested',
  'new-sign-in': 'account.device_added',
  invitation: 'team.invited',
  receipt: 'order.paid',
  'payment-failed': 'payment.failed',
  shipping: 'order.shipped',
  'trial-ending': 'trial.ending',
  'weekly-digest': 'digest.weekly',
};

/** The fields of `order.shipped`, which the README emits. */
export const demoFields = starters.shipping.fields;
export const demoTemplate = saveInputOf(starters.shipping);
