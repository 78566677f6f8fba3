/**
 * Time for which a confirmation says that an attempt may go on; milliseconds (docs/rules.md#confirmed-leases). An act
 * that forbids the attempt is answered after that time at the latest.
 */
export const confirmedFor = 3_000;
