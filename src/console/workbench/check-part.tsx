/** What the draft does with real payloads: fallbacks, size, and features that mail programs lack. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type TemplateSaveInput, TemplateTrialDocument, type TemplateTrialQuery } from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/page.tsx';
import { Answer } from '../parts/states.tsx';
import { words } from '../words.ts';
import { LazyClientSupport } from './client-support/lazy-client-support.tsx';
import { useSettled } from './preview/use-settled-value.ts';
import { languageName } from './translations/language-name.ts';

const text = words.check;
const kibibyte = 1_024;
/** KiB of HTML at which Gmail cuts off a mail. */
const gmailMax = 100;
/** Milliseconds without a key after which the draft is tried: it is rendered a hundred times. */
const pause = 1_500;

interface CheckPartProps {
  readonly eventType: string;
  /** Null while the draft cannot be read. */
  readonly draft: TemplateSaveInput | null;
  /** The HTML of the preview. */
  readonly html: string | null;
  /** Whether the key may try payloads of all workspaces. */
  readonly canTry: boolean;
  readonly onLocale: (locale: string) => void;
}

export function CheckPart({ eventType, draft, html, canTry, onLocale }: CheckPartProps): ReactNode {
  return (
    <div className="content-form">
      {canTry && draft && <Trial eventType={eventType} draft={draft} onLocale={onLocale} />}
      {html !== null && <LazyClientSupport html={html} />}
    </div>
  );
}

type TrialProps = Pick<CheckPartProps, 'eventType' | 'onLocale'> & { readonly draft: TemplateSaveInput };

function Trial({ eventType, draft, onLocale }: TrialProps): ReactNode {
  const settled = useSettled(draft, pause);
  const reading = useAsk(TemplateTrialDocument, { eventType, draft: settled }, { keep: true });
  return (
    <Card title={text.title} hint={text.hint}>
      <Answer reading={reading} lines={6}>
        {({ templateCheck }) => templateCheck && <Result check={templateCheck} onLocale={onLocale} />}
      </Answer>
    </Card>
  );
}

type Check = NonNullable<TemplateTrialQuery['templateCheck']>;

function Result({
  check,
  onLocale,
}: {
  readonly check: Check;
  readonly onLocale: (locale: string) => void;
}): ReactNode {
  const { payloads, fallingBack, locales, warnings } = check;
  // Fallbacks are in the table below.
  const others = warnings.filter(({ code }) => code !== 'falls_back');
  return (
    <>
      <p className="check-summary" data-tone={fallingBack + others.length > 0 ? 'warn' : 'good'}>
        {fallingBack + others.length > 0 ? (
          <TriangleAlert size={16} aria-hidden />
        ) : (
          <CircleCheck size={16} aria-hidden />
        )}
        {payloads === 0 ? text.noPayloads : text.summary(payloads, fallingBack)}
      </p>
      {others.map(({ code, locale, message }) => (
        <p key={`${code} ${locale}`} className="note" data-tone="warn">
          <code>{locale}</code> {message}
        </p>
      ))}
      <ul className="check-locales">
        {locales.map(({ locale, htmlBytes, tags, ...rest }) => {
          const size = htmlBytes / kibibyte;
          return (
            <li key={locale}>
              <p className="check-locale">
                <Button kind="quiet" onClick={() => onLocale(locale)} title={text.show(locale)}>
                  {locale} <span className="hint">{languageName(locale)}</span>
                </Button>
                <span className="hint">{text.payloads(rest.payloads, rest.fallingBack)}</span>
                <span className="size">
                  <meter
                    min={0}
                    max={gmailMax}
                    high={gmailMax * 0.9}
                    value={Math.min(size, gmailMax)}
                    aria-label={text.size(locale)}
                  />
                  <span className="hint">{text.ofGmail(size < 10 ? size.toFixed(1) : String(Math.round(size)))}</span>
                </span>
              </p>
              {tags.length > 0 && (
                <p className="check-tags">
                  {tags.map(({ tag, payloads: number }) => (
                    <span key={tag} className="tag">
                      <code>{tag}</code> {text.times(number)}
                    </span>
                  ))}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
