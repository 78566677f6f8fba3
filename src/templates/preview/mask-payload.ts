/**
 * A real payload as an example (docs/rules.md#masked-payloads): which fields have a value, how many items a list has and
 * how long a text is stay; what the values say does not.
 */
import { sampleScalar } from '../../../emails/index.ts';
import type { EventField } from '../../event-types/event-field.ts';
import { examplesMaxBytes } from '../../event-types/event-type-examples.ts';
import { isRecord } from '../../ground/input/input.ts';
import { jsonBytes } from '../../ground/json-bytes.ts';

type Payload = Readonly<Record<string, unknown>>;

/** Returns the payload as an example; null where it has more bytes than the examples of a type may have. */
export function maskedExample(fields: readonly EventField[], payload: Payload): Payload | null {
  return jsonBytes(payload, examplesMaxBytes) > examplesMaxBytes ? null : maskPayload(fields, payload);
}

/** Returns the payload with its values masked; a value without a field of its own is left out. */
function maskPayload(fields: readonly EventField[], payload: Payload): Payload {
  const known = fields.filter(({ name }) => Object.hasOwn(payload, name));
  return Object.fromEntries(known.map((field) => [field.name, masked(field, payload[field.name])]));
}

function masked({ name, type, fields = [], items }: EventField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'object') return isRecord(value) ? maskPayload(fields, value) : {};
  if (type !== 'list') return maskedScalar(name, type, value);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map((item) =>
    items === undefined ? maskPayload(fields, isRecord(item) ? item : {}) : maskedScalar(name, items.type, item),
  );
}

function maskedScalar(name: string, type: string, value: unknown): unknown {
  if (type === 'string' && typeof value === 'string') return maskedText(value);
  if (type === 'number' && typeof value === 'number') return maskedNumber(value);
  if (type === 'boolean' && typeof value === 'boolean') return value;
  // A birthday, an address or a link with a token says who it is, whatever of it is left.
  return sampleScalar(name, type);
}

/** One letter for each letter of a script, so that width and direction stay. */
const letters: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/u, 'س'],
  [/\p{Script=Hebrew}/u, 'ש'],
  [/\p{Script=Han}/u, '字'],
  [/\p{Script=Hiragana}/u, 'あ'],
  [/\p{Script=Katakana}/u, 'ア'],
  [/\p{Script=Hangul}/u, '글'],
  [/\p{Script=Thai}/u, 'ก'],
  [/\p{Script=Devanagari}/u, 'क'],
];

/** `US-1042` as `XX-0000`. Marks that stand upon letters go, spaces and punctuation stay. */
function maskedText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{Ll}/gu, 'x')
    .replace(/[\p{Lt}\p{Lm}\p{Lo}]/gu, (letter) => letters.find(([script]) => script.test(letter))?.[1] ?? 'x')
    .replace(/\p{N}/gu, '0');
}

/** As many digits before and after the point, and the sign: 1249.5 as 1234.5; 0 and 1 decide plurals and stay. */
function maskedNumber(value: number): number {
  if (value === 0 || value === 1) return value;
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  // Numbers with an exponent are too large or too small for a mail to show.
  if (whole === '') return 42;
  const digits = `${counted(whole.length)}${part === '' ? '' : `.${counted(part.length)}`}`;
  return Number(`${sign}${whole === '0' ? digits.replace(/^1/, '0') : digits}`);
}

/** `123456789123…` */
function counted(length: number): string {
  return Array.from({ length }, (_, index) => String((index % 9) + 1)).join('');
}
