/** Why a mail left or did not, in plain words, and every rule behind it. */
import { CircleCheck, CircleSlash, Clock3, OctagonAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExplainedFragment, ExplanationVerdict } from '../api/operations.ts';
import { words } from '../words.ts';
import { Badge, type Tone } from './badge.tsx';
import { At, WithTimes } from './when.tsx';

const tones: Readonly<Record<ExplanationVerdict, Tone>> = {
  passed: 'good',
  held: 'calm',
  holds: 'warn',
  ended: 'bad',
  refuses: 'bad',
};
const icons = { good: CircleCheck, info: Clock3, warn: Clock3, bad: OctagonAlert, calm: CircleSlash } as const;

const ended: ReadonlySet<string> = new Set(['delivered', 'would_leave']);
const going: ReadonlySet<string> = new Set(['awaiting_report', 'sending', 'waiting_for_turn']);

/** The tone of an explanation: what holds mail warns, what ended it is bad. */
function toneOf({ cause, steps }: ExplainedFragment): Tone {
  if (ended.has(cause)) return 'good';
  if (going.has(cause)) return 'info';
  const verdict = steps.find((step) => step.cause === cause)?.verdict;
  return verdict === 'holds' || verdict === 'held' ? 'warn' : 'bad';
}

export function Explanation({ explained }: { readonly explained: ExplainedFragment }): ReactNode {
  const tone = toneOf(explained);
  const Icon = icons[tone];
  return (
    <section className="explanation" data-tone={tone} aria-label={words.message.why}>
      <p className="explanation-summary">
        <Icon size={18} aria-hidden />
        <span>
          <WithTimes text={explained.summary} />
        </span>
      </p>
      <details>
        <summary>{words.message.rules}</summary>
        <ol>
          {explained.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of an explanation have an order and no ids.
            <li key={index}>
              <Badge tone={tones[step.verdict]}>{words.verdicts[step.verdict]}</Badge>
              <div>
                <p>
                  <strong>{words.ruleNames[step.rule]}</strong> <WithTimes text={step.fact} />
                </p>
                <p className="hint">
                  {step.at && <At at={step.at} />}
                  {step.until && (
                    <>
                      {` ${words.message.until} `}
                      <At at={step.until} />
                    </>
                  )}
                  {step.endedBy && ` ${step.endedBy}`}
                </p>
              </div>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
