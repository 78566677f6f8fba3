import { jsonLanguage } from '@codemirror/lang-json';

/** Where and why a text is no JSON: `line 4, column 3: expected ',' or '}' after property value`; null when it is. */
export function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    // Some messages of the engine have a place, others quote a part of the text.
    const [, why, line, column] = /^(.*?)(?: in JSON)? at position \d+ \(line (\d+) column (\d+)\)$/s.exec(told) ?? [];
    if (why !== undefined) return `line ${line}, column ${column}: ${lowerFirst(why)}`;
    const place = firstError(text);
    return place === null ? lowerFirst(told) : `${placeOf(text, place)}: ${whatStands(text, place)}`;
  }
}

function firstError(text: string): number | null {
  let place: number | null = null;
  jsonLanguage.parser.parse(text).iterate({
    enter({ type, from }) {
      if (type.isError) place ??= from;
      return place === null;
    },
  });
  return place;
}

function placeOf(text: string, place: number): string {
  const before = text.slice(0, place).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function whatStands(text: string, place: number): string {
  const word = /^[^\s,:[\]{}]{1,20}/.exec(text.slice(place))?.[0] ?? text.slice(place).trim().charAt(0);
  return word === '' ? 'the file ends before its JSON does' : `\`${word}\` is no JSON`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
