/** Makes the steps of an explanation. */
import type { Cause, Rule, Step } from './explanation.ts';

export const passed = (rule: Rule, fact: string, at: Date | null = null): Step => ({
  rule,
  verdict: 'passed',
  fact,
  at,
  until: null,
  endedBy: null,
  cause: null,
  code: null,
});

export const ended = (rule: Rule, cause: Cause, fact: string, at: Date | null, code: string | null = null): Step => ({
  ...passed(rule, fact, at),
  verdict: 'ended',
  cause,
  code,
});

export const holds = (
  rule: Rule,
  cause: Cause,
  fact: string,
  more: Partial<Pick<Step, 'at' | 'until' | 'endedBy' | 'code' | 'act'>>,
): Step => ({ ...passed(rule, fact), verdict: 'holds', cause, ...more });

/** Begins a sentence. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
