/** Fields as nested lists of Markdown. */
import type { Field } from '../fields.ts';
import type { DataField } from '../webhook-help.ts';

const indent = '  ';

/** `saysRequired`: of a request, whose fields may be left out. */
export function fieldLines(fields: readonly Field[], saysRequired: boolean, depth = 0): readonly string[] {
  return fields.flatMap(({ name, type, required, note, fields: inner }) => [
    line(depth, name, saysRequired && required ? `${type}, required` : type, note),
    ...fieldLines(inner, saysRequired, depth + 1),
  ]);
}

export function dataLines(fields: readonly DataField[], depth = 0): readonly string[] {
  return fields.flatMap(({ name, type, description, values = {}, fields: inner = [] }) => [
    line(depth, name, type, description),
    ...Object.entries(values).map(([value, meaning]) => `${indent.repeat(depth + 1)}- \`${value}\`: ${meaning}`),
    ...dataLines(inner, depth + 1),
  ]);
}

function line(depth: number, name: string, facts: string, note: string): string {
  // A note of several lines is one paragraph of its item.
  const text = note.replace(/\s+/g, ' ').trim();
  return `${indent.repeat(depth)}- \`${name}\` (${facts})${text === '' ? '' : `: ${text}`}`;
}
