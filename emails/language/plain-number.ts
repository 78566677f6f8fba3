/** Writes a number without a filter in digits (docs/rules.md#dates-and-numbers): no reader expects `2.5e-7` or `1e+21`. */
export function plainNumber(value: number): string {
  const written = String(value);
  const [digits = '', exponent] = written.split('e');
  if (exponent === undefined) return written;
  const sign = digits.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = digits.slice(sign.length).split('.');
  const all = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  return sign + all.padEnd(point, '0');
}
