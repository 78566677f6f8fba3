/** Why a mail left or did not, in plain words, and every rule behind it. */
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, Clock3, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExplainedFragment, ExplanationVerdict } from '../../api/operations.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Badge, type Tone } from '../badge.tsx';
import { At, WithTimes } from '../when.tsx';

const text = words.message;

const tones: Readonly<Record<ExplanationVerdict, Tone>> = {
  passed: 'good',
  held: 'calm',
  refused: 'warn',
  holds: 'warn',
  ended: 'bad',
  refuses: 'bad',
};
const icons = { good: CircleCheck, info: Clock3, warn: Clock3, bad: OctagonAlert, calm: CircleSlash } as const;

const ended: ReadonlySet<string> = new Set(['delivered', 'would_leave']);
/** What the servers of the recipient hold: others may have the same trouble with them. */
const theirs: ReadonlySet<string> = new Set([
  'greylisted',
  'waiting_for_retry',
  'server_unreachable',
  'exchanger_quiet',
]);
const going: ReadonlySet<string> = new Set(['awaiting_report', 'sending', 'waiting_for_turn']);

type Step = ExplainedFragment['steps'][number];

/** The step that decided; undefined where nothing holds or ended the mail. */
function decisiveOf({ cause, steps }: ExplainedFragment): Step | undefined {
  return steps.find((step) => step.cause === cause && step.verdict !== 'passed' && step.verdict !== 'held');
}

/** The tone of an explanation: what holds mail warns, what ended it is bad. */
function toneOf(explained: ExplainedFragment): Tone {
  if (ended.has(explained.cause)) return 'good';
  if (going.has(explained.cause)) return 'info';
  return decisiveOf(explained)?.verdict === 'holds' ? 'warn' : 'bad';
}

interface ExplanationProps {
  readonly explained: ExplainedFragment;
  /** Replaces the fact of the cause, where the summary has it word for word, with one that says more. */
  readonly fact?: string | null;
  /** How long the mail took; null where nobody would ask. */
  readonly took?: string | null;
}

export function Explanation({ explained, fact = null, took = null }: ExplanationProps): ReactNode {
  const { allowWide } = useScopes();
  const tone = toneOf(explained);
  const Icon = icons[tone];
  const step = decisiveOf(explained);
  const summary = step && fact ? explained.summary.replace(step.fact, () => fact) : explained.summary;
  return (
    <section className="explanation" data-tone={tone} data-cause={explained.cause} aria-label={text.why}>
      <p className="explanation-summary">
        <Icon size={18} aria-hidden />
        <span>
          <WithTimes text={summary} />
          {explained.code && !summary.includes(explained.code) && (
            <>
              {' '}
              <code>{explained.code}</code>
            </>
          )}
        </span>
      </p>
      {took && <p className="hint">{took}</p>}
      {explained.next && (
        <p className="hint">
          {`${text.advice} `}
          <WithTimes text={explained.next} />
        </p>
      )}
      {theirs.has(explained.cause) && allowWide('read', 'people') && (
        <p className="hint">
          <Link to="/mail-servers">{text.toServers}</Link>
        </p>
      )}
      <details>
        <summary>{text.rules}</summary>
        <ol>
          {explained.steps.map((shown, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of an explanation have an order and no ids.
            <li key={index}>
              <Badge tone={tones[shown.verdict]}>{words.verdicts[shown.verdict]}</Badge>
              <div>
                <p>
                  <strong>{words.ruleNames[shown.rule]}</strong> <WithTimes text={shown.fact} />
                  {shown.code && !shown.fact.includes(shown.code) && (
                    <>
                      {' '}
                      <code>{shown.code}</code>
                    </>
                  )}
                </p>
                <p className="hint">
                  {shown.at && <At at={shown.at} />}
                  {shown.until && (
                    <>
                      {` ${text.until} `}
                      <At at={shown.until} />
                    </>
                  )}
                  {shown.endedBy && (
                    <>
                      {' '}
                      <WithTimes text={shown.endedBy} />
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
