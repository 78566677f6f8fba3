/** Whether the variants that `npm test` leaves out are tested too, as CI does: `EVERY_WAY=1`. */
export const everyWay = process.env.EVERY_WAY === '1';
