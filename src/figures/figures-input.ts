/** What figures are asked for (docs/rules.md#figures-asked-for). */

import { z } from 'zod';
import { invalid } from '../ground/errors/errors.ts';
import { parseInput } from '../ground/input/input.ts';
import { day as dayMs } from '../ground/time/durations.ts';
import { type MailProvider, mailProviders } from './provider-of.ts';

/** Days of one report, at most: a year and a month, to compare with the year before. */
export const figureDaysMax = 400;

/** What the rows of a report differ by. */
export const figureDimensions = ['day', 'workspace', 'event_type', 'template_version', 'provider'] as const;
export type FigureDimension = (typeof figureDimensions)[number];

/** A day of the calendar, `2026-03-29`. */
const day = z.string().refine(isDay, 'must be a day such as 2026-03-29');

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const asked = z.object({
  from: day,
  to: day,
  groupBy: z.array(z.enum(figureDimensions)).max(figureDimensions.length, 'names a dimension twice').nullish(),
  eventType: z.string().nullish(),
  templateVersion: z.string().nullish(),
  provider: z.enum(mailProviders).nullish(),
});

/** As a request gives it. */
export type FiguresInput = z.input<typeof asked>;

export interface FiguresAsked {
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
  readonly groupBy: ReadonlySet<FigureDimension>;
  /** Ids; null: any. */
  readonly eventType: string | null;
  readonly templateVersion: string | null;
  readonly provider: MailProvider | null;
}

/** Checks a request for figures; rejects with `validation_failed`. */
export function checkFiguresInput(input: FiguresInput): FiguresAsked {
  const { from, to, groupBy, eventType = null, templateVersion = null, provider = null } = parseInput(asked, input);
  const days = (startOf(to) - startOf(from)) / dayMs + 1;
  if (days < 1) throw invalid({ to: ['must not be before `from`'] });
  if (days > figureDaysMax) throw invalid({ from: [`must be at most ${figureDaysMax - 1} days before \`to\``] });
  return { from, to, groupBy: new Set(groupBy ?? []), eventType, templateVersion, provider };
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`).getTime();
