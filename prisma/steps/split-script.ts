/**
 * A migration's script as the steps that run one after the other (docs/rules.md#migrations). A statement is a step, and so
 * is what stands between BEGIN and COMMIT.
 */

import { keyPartsOf } from './change-primary-key.ts';
import { fillPartsOf } from './fill-column.ts';

export interface Step {
  /** Statements that one transaction runs, without comments before them; one where `isAlone`. */
  readonly statements: readonly string[];
  /** Whether PostgreSQL runs it outside of transactions only, or its effect is used by none of the same transaction. */
  readonly isAlone: boolean;
}

interface Statement {
  readonly text: string;
  /** Without what quotes hold: keywords are found in it. */
  readonly bare: string;
}

/** Also what starts a value of an enumeration, because the transaction that adds it may not use it. */
const alone = /\bCONCURRENTLY\b|^VACUUM\b|^ALTER\s+TYPE\b[^;]*\bADD\s+VALUE\b/i;
/** A key in another order is prepared by the run, and a column filled in batches (change-primary-key.ts, fill-column.ts). */
const runsAlone = ({ text, bare }: Statement) =>
  alone.test(bare) || keyPartsOf(text) !== null || fillPartsOf(text) !== null;
const begins = /^BEGIN$/i;
const commits = /^COMMIT$/i;
/** A body that this file does not understand: its semicolons end no statement. */
const atomic = /\bBEGIN\s+ATOMIC\b/i;

/** Throws for a script that it does not understand. */
export function splitScript(script: string): readonly Step[] {
  const steps: Step[] = [];
  let group: string[] | null = null;
  for (const statement of statementsOf(script)) {
    const { text, bare } = statement;
    if (atomic.test(bare)) throw new Error('A migration writes functions with RETURN or in quotes, not BEGIN ATOMIC.');
    if (begins.test(bare)) {
      if (group !== null) throw new Error('A migration has BEGIN within a transaction.');
      group = [];
    } else if (commits.test(bare)) {
      if (group === null) throw new Error('A migration has COMMIT without BEGIN.');
      if (group.length > 0) steps.push({ statements: group, isAlone: false });
      group = null;
    } else if (group === null) {
      steps.push({ statements: [text], isAlone: runsAlone(statement) });
    } else {
      if (runsAlone(statement)) throw new Error(`A migration has this within a transaction: ${text}`);
      group.push(text);
    }
  }
  if (group !== null) throw new Error('A migration has BEGIN without COMMIT.');
  return steps;
}

function statementsOf(script: string): readonly Statement[] {
  const statements: Statement[] = [];
  let text = '';
  let bare = '';
  let isBegun = false;
  let at = 0;
  const end = () => {
    if (isBegun) statements.push({ text: text.trim(), bare: bare.trim() });
    text = '';
    bare = '';
    isBegun = false;
  };
  while (at < script.length) {
    const next = endOfPart(script, at);
    const part = script.slice(at, next.end);
    at = next.end;
    if (next.kind === 'end') end();
    // As for PostgreSQL.
    else if (next.kind === 'comment') {
      text += ' ';
      bare += ' ';
    } else {
      isBegun ||= part.trim() !== '';
      text += part;
      bare += next.kind === 'quoted' ? ' ' : part;
    }
  }
  end();
  return statements;
}

interface Part {
  readonly kind: 'plain' | 'quoted' | 'comment' | 'end';
  /** Place behind it. */
  readonly end: number;
}

/** Signs with which a part other than plain text may begin. */
const special = /[-/'"$;]/g;

/** The part of a script that begins at a place. */
function endOfPart(script: string, at: number): Part {
  const sign = script[at];
  if (sign === ';') return { kind: 'end', end: at + 1 };
  if (script.startsWith('--', at)) return { kind: 'comment', end: placeOf(script, '\n', at) };
  if (script.startsWith('/*', at)) return { kind: 'comment', end: placeOf(script, '*/', at + 2) + 2 };
  if (sign === "'") return { kind: 'quoted', end: endOfText(script, at) };
  if (sign === '"') return { kind: 'quoted', end: placeOf(script, '"', at + 1) + 1 };
  const [tag] = sign === '$' ? (/^\$(?:[A-Za-z_][A-Za-z0-9_]{0,62})?\$/.exec(script.slice(at, at + 65)) ?? []) : [];
  if (tag !== undefined) return { kind: 'quoted', end: placeOf(script, tag, at + tag.length) + tag.length };
  special.lastIndex = at + 1;
  return { kind: 'plain', end: special.exec(script)?.index ?? script.length };
}

/** A quote within a text is written twice; behind E also with a backslash. */
function endOfText(script: string, at: number): number {
  const hasEscapes = /^[eE]$/.test(script[at - 1] ?? '') && !/\w/.test(script[at - 2] ?? '');
  for (let place = at + 1; place < script.length; place += 1) {
    if (hasEscapes && script[place] === '\\') place += 1;
    else if (script[place] === "'") {
      if (script[place + 1] !== "'") return place + 1;
      place += 1;
    }
  }
  return script.length;
}

/** The end of the script where the sign is not found. */
function placeOf(script: string, sign: string, from: number): number {
  const place = script.indexOf(sign, from);
  return place < 0 ? script.length : place;
}
