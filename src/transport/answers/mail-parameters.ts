/** Parameters of structured header fields (RFC 2045, 5.1; RFC 2231), such as the name of a file. */

/** Parameters of one field that are looked at, and sections of one value. */
const parametersMax = 40;

/** Name, and the value in quotes or without. */
const parameter =
  /;\s{0,20}([\w.!#$&+^`{|}~*-]{1,60})\s{0,20}=\s{0,20}(?:"((?:[^"\\]|\\.){0,2000})"|([^\s;"]{0,2000}))/g;

/** Returns the parameter `name`, decoded; null without one. The spelling of RFC 2231 comes before the plain one. */
export function readTextParameter(field: string, name: string): string | null {
  const found = new Map<string, string>();
  for (const [, key = '', quoted, bare = ''] of firstOf(field.matchAll(parameter))) {
    const lower = key.toLowerCase();
    if (!found.has(lower)) found.set(lower, quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'));
  }
  const whole = found.get(`${name}*`);
  if (whole !== undefined) return decodeExtended(whole);
  return joinSections(found, name) ?? found.get(name) ?? null;
}

/** `name*0*=UTF-8''…; name*1*=…; name*2=…` */
function joinSections(found: ReadonlyMap<string, string>, name: string): string | null {
  let coded = '';
  let isCoded = false;
  let count = 0;
  for (; count < parametersMax; count += 1) {
    const extended = found.get(`${name}*${count}*`);
    const plain = found.get(`${name}*${count}`);
    if (extended === undefined && plain === undefined) break;
    isCoded ||= extended !== undefined;
    coded += extended ?? encodeURIComponent((plain ?? '').toWellFormed());
  }
  if (count === 0) return null;
  return isCoded ? decodeExtended(coded) : decodePercent(coded, 'utf-8');
}

/** `charset'language'percent-encoded` */
function decodeExtended(value: string): string {
  const [, charset = 'utf-8', coded = value] = /^([\w.:-]{0,40})'[\w-]{0,40}'(.*)$/s.exec(value) ?? [];
  return decodePercent(coded, charset || 'utf-8');
}

function decodePercent(coded: string, charset: string): string {
  const bytes = Buffer.from(
    coded.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function firstOf(matches: Iterable<RegExpExecArray>): readonly RegExpExecArray[] {
  const first: RegExpExecArray[] = [];
  for (const match of matches) {
    first.push(match);
    if (first.length === parametersMax) break;
  }
  return first;
}
