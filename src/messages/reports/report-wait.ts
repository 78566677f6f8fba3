/** Time that a relay has for a promised delivery report; milliseconds (docs/rules.md#silent-relays). */
export const reportWait = 72 * 60 * 60 * 1000;
