/** The starters by name; each file is also shown by `npm run email:dev`. */

import invitation from './invitation.json' with { type: 'json' };
import magicLink from './magic-link.json' with { type: 'json' };
import newSignIn from './new-sign-in.json' with { type: 'json' };
import oneTimeCode from './one-time-code.json' with { type: 'json' };
import passwordReset from './password-reset.json' with { type: 'json' };
import paymentFailed from './payment-failed.json' with { type: 'json' };
import receipt from './receipt.json' with { type: 'json' };
import shipping from './shipping.json' with { type: 'json' };
import { readStarter, type Starter } from './starter.ts';
import trialEnding from './trial-ending.json' with { type: 'json' };
import verifyAddress from './verify-address.json' with { type: 'json' };
import weeklyDigest from './weekly-digest.json' with { type: 'json' };
import welcome from './welcome.json' with { type: 'json' };

export const starterNames = [
  'welcome',
  'verify-address',
  'magic-link',
  'one-time-code',
  'password-reset',
  'new-sign-in',
  'invitation',
  'receipt',
  'payment-failed',
  'shipping',
  'trial-ending',
  'weekly-digest',
] as const;
export type StarterName = (typeof starterNames)[number];

export const starters: Readonly<Record<StarterName, Starter>> = {
  welcome: readStarter(welcome),
  'verify-address': readStarter(verifyAddress),
  'magic-link': readStarter(magicLink),
  'one-time-code': readStarter(oneTimeCode),
  'password-reset': readStarter(passwordReset),
  'new-sign-in': readStarter(newSignIn),
  invitation: readStarter(invitation),
  receipt: readStarter(receipt),
  'payment-failed': readStarter(paymentFailed),
  shipping: readStarter(shipping),
  'trial-ending': readStarter(trialEnding),
  'weekly-digest': readStarter(weeklyDigest),
};
