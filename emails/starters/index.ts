/** The starters by name; each file is also shown by `npm run email:dev`. */

import invitation from './invitation.json' with { type: 'json' };
import passwordReset from './password-reset.json' with { type: 'json' };
import receipt from './receipt.json' with { type: 'json' };
import shipping from './shipping.json' with { type: 'json' };
import { readStarter, type Starter } from './starter.ts';
import welcome from './welcome.json' with { type: 'json' };

export const starterNames = ['welcome', 'receipt', 'password-reset', 'shipping', 'invitation'] as const;
export type StarterName = (typeof starterNames)[number];

export const starters: Readonly<Record<StarterName, Starter>> = {
  welcome: readStarter(welcome),
  receipt: readStarter(receipt),
  'password-reset': readStarter(passwordReset),
  shipping: readStarter(shipping),
  invitation: readStarter(invitation),
};
