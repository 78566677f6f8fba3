import { hour } from '../../ground/time/durations.ts';

/** Time that a relay has for a promised delivery report; milliseconds (docs/rules.md#silent-relays). */
export const reportWait = 72 * hour;
