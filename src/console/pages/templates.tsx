/** The templates of all event types, and how far each is translated. */
import '../styles/workbench.css';
import { Link } from '@tanstack/react-router';
import { LayoutTemplate } from 'lucide-react';
import type { ReactNode } from 'react';
import { TemplateLanguagesDocument, TemplatesDocument, type TemplatesQuery } from '../api/operations.ts';
import { useAsk, useList } from '../api/use-ask.ts';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';
import { languageName } from '../workbench/translations/language-name.ts';
import { LanguageTag } from '../workbench/translations/language-tag.tsx';

const text = words.templates;

type Row = NonNullable<TemplatesQuery['eventTypes']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  { title: text.eventType, width: 'minmax(0, 1.2fr)', narrow: 'first', cell: ({ name }) => <code>{name}</code> },
  {
    title: text.subject,
    width: 'minmax(0, 1.6fr)',
    cell: ({ template }) => (template ? <span className="cut">{template.subject}</span> : <em>{text.noTemplate}</em>),
  },
  {
    title: text.languages,
    width: 'minmax(0, 1.2fr)',
    cell: ({ template }) =>
      template && (
        <span className="language-tags">
          <LanguageTag locale={template.locale} state="own" />
          {template.coverage.map(({ locale, missing, outdated }) => (
            <LanguageTag key={locale} locale={locale} missing={missing.length} outdated={outdated.length} />
          ))}
        </span>
      ),
  },
  {
    title: text.live,
    width: '10.5rem',
    align: 'end',
    cell: ({ template }) =>
      template && (
        <span>
          {text.version(template.version)} · <When at={template.createdAt} />
        </span>
      ),
  },
];

export function TemplatesPage(): ReactNode {
  const listing = useList(TemplatesDocument, {}, ({ eventTypes }) => eventTypes);
  return (
    <Page title={text.title} intro={text.intro}>
      <Coverage />
      <Rows
        label={text.title}
        listing={listing}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ name }) => ({ to: '/templates/$eventType', params: { eventType: name } })}
        empty={
          <Empty icon={LayoutTemplate} title={text.emptyTitle} hint={text.emptyHint}>
            <Link className="button primary" to="/event-types">
              {words.eventTypes.title}
            </Link>
          </Empty>
        }
      />
    </Page>
  );
}

/** How many templates have each language; nothing where all are in one. */
function Coverage(): ReactNode {
  const { data } = useAsk(TemplateLanguagesDocument, {});
  const known = data?.templateLanguages;
  if (!known || known.languages.length < 2) return null;
  return (
    <ul className="coverage" aria-label={text.coverage}>
      {known.languages.map(({ locale, complete, incomplete, outdated, absent }) => {
        const gaps = [
          outdated > 0 && text.outdated(outdated),
          incomplete > 0 && text.incomplete(incomplete),
          absent > 0 && text.absent(absent),
        ].filter((gap) => gap !== false);
        return (
          <li key={locale}>
            <p>
              <strong>{locale}</strong> {languageName(locale)}
            </p>
            <meter min={0} max={known.eventTypes} value={complete} aria-label={text.coverageOf(locale)} />
            <p className="hint">
              {text.complete(complete, known.eventTypes)}
              {gaps.length > 0 && `: ${gaps.join(', ')}`}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
