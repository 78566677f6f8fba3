/** Whether the variants that `npm test` leaves out for time are tested too: `EVERY_WAY=1 npm test`, before a release. */
export const everyWay = process.env.EVERY_WAY === '1';
