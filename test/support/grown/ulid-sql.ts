/** SQL: ids as src/ground/ids.ts mints them, so that rows made in bulk are found, shown and dropped by their time. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Bits of the time before each of its ten characters of five bits. */
const shifts = Array.from({ length: 10 }, (_, at) => 45 - 5 * at);

/** SQL: an id of the time `ms`, milliseconds as bigint; `seed` is a text that no other id of that time has. */
export function ulidSql(ms: string, seed: string): string {
  const time = shifts.map((shift) => `substr('${digits}', ((${ms} >> ${shift}) & 31)::int + 1, 1)`);
  return `${time.join(' || ')} || substr(upper(md5(${seed})), 1, 16)`;
}
