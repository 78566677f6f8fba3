/** The frame of a page: its title, what can be done on it, and its content. */
import { type ReactNode, use, useEffect } from 'react';
import { keepRecent } from '../finder/recent-pages.ts';
import { words } from '../words.ts';
import { PageZone, readerZone } from './zone.ts';
import { zoneInWords } from './zone-choice.tsx';

interface PageProps {
  readonly title: string;
  /** Beside the title, such as a state. */
  readonly beside?: ReactNode;
  readonly intro?: ReactNode;
  /** The path to the page, such as a link to its list. */
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  /** On the page of a single thing: what the search shows beside its title, among what was open last. */
  readonly recent?: string | null;
  readonly children: ReactNode;
}

export function Page({ title, beside, intro, above, actions, recent, children }: PageProps): ReactNode {
  // A page about a workspace says it beside its times, where the reader chooses between the two.
  const zone = use(PageZone);
  useEffect(() => {
    document.title = words.title(title);
  }, [title]);
  useEffect(() => {
    if (recent !== undefined) keepRecent(title, recent);
  }, [title, recent]);
  return (
    <>
      <header className="page-head">
        <div className="page-name">
          {above && <nav aria-label={words.common.back}>{above}</nav>}
          <h1>
            <span>{inParts(title)}</span>
            {beside}
          </h1>
          {(intro || zone === null) && (
            <p>
              {intro}
              {zone === null && (
                <span className="page-zone">
                  {intro && ' · '}
                  {words.time.inZone(zoneInWords(readerZone))}
                </span>
              )}
            </p>
          )}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** An address that needs two lines breaks after its sign, not in the middle of a word. */
function inParts(title: string): ReactNode {
  const sign = title.indexOf('@') + 1;
  return (
    <>
      {title.slice(0, sign)}
      {sign > 0 && <wbr />}
      {title.slice(sign)}
    </>
  );
}

interface CardProps {
  readonly title?: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly flush?: boolean;
}

/** A part of a page in a box of its own. `flush`: its content reaches the edges. */
export function Card({ title, hint, actions, children, flush = false }: CardProps): ReactNode {
  return (
    <section className="card" data-flush={flush || undefined}>
      {title && (
        <header className="card-head">
          <div>
            <h2>{title}</h2>
            {hint && <p>{hint}</p>}
          </div>
          {actions && <div className="card-actions">{actions}</div>}
        </header>
      )}
      <div className="card-body">{children}</div>
    </section>
  );
}

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values; a value of null is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
