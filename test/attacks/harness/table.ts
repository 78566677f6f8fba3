import type { Row } from './run-attack.ts';

const columns: readonly (readonly [head: string, cell: (row: Row) => string, align: 'left' | 'right'])[] = [
  ['', ({ failures }) => (failures.length === 0 ? 'ok' : 'FAILS'), 'left'],
  ['attack', ({ title }) => title, 'left'],
  ['mode', ({ mode }) => mode, 'left'],
  ['/health', ({ health }) => whole(health), 'right'],
  ['net', ({ healthNet }) => whole(healthNet), 'right'],
  ['new', ({ newcomerNet }) => whole(newcomerNet), 'right'],
  ['stall', ({ stall }) => (stall === null ? 'hangs' : whole(stall)), 'right'],
  ['emit p99', ({ emitP99 }) => whole(emitP99), 'right'],
  ['longest', ({ emitLongest }) => whole(emitLongest), 'right'],
  ['net', ({ emitNet }) => whole(emitNet), 'right'],
  ['mail', ({ mailLongest }) => whole(mailLongest), 'right'],
  ['MiB', ({ memory }) => whole(memory), 'right'],
  ['s', ({ seconds }) => seconds.toFixed(1), 'right'],
  ['answers', ({ answer }) => (answer.length > 90 ? `${answer.slice(0, 89)}…` : answer), 'left'],
];

function whole(value: number | null): string {
  return value === null ? '-' : String(Math.round(value));
}

/** Milliseconds everywhere but under `MiB` and `s`. */
export function asTable(rows: readonly Row[]): string {
  const lines = [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) =>
          columns[at]?.[2] === 'right' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
