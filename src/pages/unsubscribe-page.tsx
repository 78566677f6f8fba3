/** The page of an unsubscribe link: plain HTML made by React, which works without scripts and shows no address. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { chooseLocale, directionOf } from '../../emails/index.ts';
import { colorRules } from '../ground/look/token-values.ts';
import { sourceHash } from '../ground/page-headers.ts';
import type { ShownTopicWords } from '../topics/topic-words.ts';
import { type TopicPageWords, topicPageWords } from './topic-page-words.ts';
import { type UnsubscribeWords, unsubscribeWords } from './unsubscribe-words.ts';

/** The view of the page; `nobody` for every invalid token, whatever its fault. */
export type UnsubscribeView =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'ask'; readonly workspaceName: string }
  | { readonly kind: 'askTopic'; readonly workspaceName: string; readonly topic: ShownTopicWords }
  | { readonly kind: 'back'; readonly workspaceName: string; readonly topic: ShownTopicWords | null }
  | {
      readonly kind: 'leftTopic';
      readonly workspaceName: string;
      readonly topic: ShownTopicWords;
      readonly minutesLeft: number | null;
      readonly tooLate: boolean;
    }
  | {
      readonly kind: 'left';
      readonly workspaceName: string;
      /** Whole minutes, rounded up; null: leaving cannot be undone. */
      readonly minutesLeft: number | null;
      /** The person has just tried to undo too late. */
      readonly tooLate: boolean;
    };

/** Names of the page, and the tokens behind them. It has no mark of ours: it is the platform's page to its customer's readers. */
const colors = {
  ground: 'ground',
  card: 'surface',
  ink: 'text',
  soft: 'soft',
  line: 'line-strong',
  act: 'accent',
  'on-act': 'on-primary',
};

const style = `
${colorRules(colors)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{width:100%;max-width:34rem;padding:2.25rem;background:var(--card);border:1px solid var(--line);border-radius:1rem}
h1{margin:0 0 1rem;font-size:1.6rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 1rem;overflow-wrap:anywhere}
.soft{color:var(--soft)}
form{margin:1.5rem 0 0}
form p{margin:0 0 .75rem}
button{min-height:2.75rem;padding:.6rem 1.4rem;border:2px solid var(--act);border-radius:.6rem;background:var(--act);color:var(--on-act);font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:transparent;color:var(--act)}
button:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
@media (max-width:30rem){main{padding:1.5rem}button{width:100%}}
@media (forced-colors:active){button{border-color:ButtonText}}
`;

/** For the Content-Security-Policy, which allows this style alone. */
export const styleHash = sourceHash(style);

/** Returns the HTML of the page, in the first available language of `locales`; else in English. */
export function unsubscribePage(view: UnsubscribeView, locales: readonly string[]): string {
  const locale = chooseLocale(locales, Object.keys(unsubscribeWords), 'en');
  const general = unsubscribeWords[locale];
  const ofTopics = topicPageWords[locale];
  if (!general || !ofTopics) throw new Error('A language of the page has no words');
  const words = { ...general, ...ofTopics };
  const heading = headingOf(view, words);
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={locale} dir={directionOf(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>{view.kind === 'nobody' ? heading : `${heading} · ${view.workspaceName}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>
          <h1>{heading}</h1>
          {bodyOf(view, words, locale)}
        </main>
      </body>
    </html>,
  )}`;
}

type PageWords = UnsubscribeWords & TopicPageWords;

function headingOf(view: UnsubscribeView, words: PageWords): string {
  if (view.kind === 'askTopic') return view.topic.name;
  return words[view.kind === 'leftTopic' ? 'left' : view.kind];
}

function bodyOf(view: UnsubscribeView, words: PageWords, locale: string): ReactNode {
  switch (view.kind) {
    case 'nobody':
      return <p>{words.nobodyText}</p>;
    case 'ask':
      return (
        <>
          <p>{withName(words.askText, view.workspaceName)}</p>
          <p className="soft">{words.staysText}</p>
          <LeaveForm words={words} />
        </>
      );
    case 'askTopic':
      return (
        <>
          {view.topic.description !== null && (
            <p>
              <bdi>{view.topic.description}</bdi>
            </p>
          )}
          <p>{withName(words.askTopicText, view.workspaceName)}</p>
          <LeaveForm words={words} />
          <LeaveAllForm words={words} />
        </>
      );
    case 'leftTopic':
      return (
        <>
          <p>
            <strong>
              <bdi>{view.topic.name}</bdi>
            </strong>
          </p>
          <p>{withName(words.leftTopicText, view.workspaceName)}</p>
          {view.tooLate && <p role="status">{words.tooLate}</p>}
          <UndoForm minutesLeft={view.minutesLeft} words={words} locale={locale} />
          <LeaveAllForm words={words} />
        </>
      );
    case 'back':
      return (
        <>
          <p>{words.backText}</p>
          <LeaveForm words={words} quiet />
          {view.topic !== null && <LeaveAllForm words={words} />}
        </>
      );
    case 'left':
      return (
        <>
          <p>{withName(words.leftText, view.workspaceName)}</p>
          <p className="soft">{words.staysText}</p>
          {view.tooLate && <p role="status">{words.tooLate}</p>}
          <UndoForm minutesLeft={view.minutesLeft} words={words} locale={locale} />
        </>
      );
  }
}

function LeaveForm({ words, quiet = false }: { readonly words: UnsubscribeWords; readonly quiet?: boolean }) {
  return (
    <form method="post">
      <button type="submit" name="action" value="leave" className={quiet ? 'quiet' : undefined}>
        {words.leave}
      </button>
    </form>
  );
}

interface UndoProps {
  /** Null: there is nothing to undo any more. */
  readonly minutesLeft: number | null;
  readonly words: UnsubscribeWords;
  readonly locale: string;
}

function UndoForm({ minutesLeft, words, locale }: UndoProps) {
  if (minutesLeft === null) return null;
  return (
    <form method="post">
      <p className="soft" id="time">
        {words.timeLeft} <strong>{minutes(minutesLeft, locale)}</strong>
      </p>
      <button type="submit" name="action" value="undo" className="quiet" aria-describedby="time">
        {words.undo}
      </button>
    </form>
  );
}

function LeaveAllForm({ words }: { readonly words: TopicPageWords }) {
  return (
    <form method="post">
      <button type="submit" name="action" value="leave-all" className="quiet">
        {words.leaveAll}
      </button>
    </form>
  );
}

/** The workspace's name may run in another direction than the page. */
function withName(text: string, name: string): ReactNode {
  const [before, after] = text.split('{name}');
  return (
    <>
      {before}
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {after}
    </>
  );
}

function minutes(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(count);
}
