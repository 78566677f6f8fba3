/** The templates of all event types, and how far each is translated. */
import '../styles/workbench.css';
import { getRouteApi, Link } from '@tanstack/react-router';
import { LayoutTemplate, SearchX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { TemplateLineFragment } from '../api/operations.ts';
import { type TemplateList, usedDays, useTemplates } from '../api/use-templates.ts';
import { FilterText } from '../parts/forms/filter-text.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { When } from '../parts/when.tsx';
import { words } from '../words.ts';
import { LanguageCoverage, lacks } from '../workbench/translations/language-coverage.tsx';
import { languageName } from '../workbench/translations/language-name.ts';
import { LanguageTag } from '../workbench/translations/language-tag.tsx';

const route = getRouteApi('/shell/templates');
const text = words.templates;

type Row = TemplateLineFragment;

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
    width: '11.5rem',
    align: 'end',
    cell: ({ template }) =>
      template && (
        <span>
          {text.version(template.version)} · <When at={template.createdAt} />
        </span>
      ),
  },
];

/** A type that is not among those that mailed most has sent next to nothing. */
function mailsColumn(mails: NonNullable<TemplateList['mails']>): Column<Row> {
  return {
    title: text.mails(usedDays),
    width: '8rem',
    align: 'end',
    narrow: 'hidden',
    cell: ({ id }) => mails.get(id)?.toLocaleString('en') ?? words.charts.none,
  };
}

export function TemplatesPage(): ReactNode {
  const { search, language } = route.useSearch();
  const navigate = route.useNavigate();
  const { mails, rows, ...listing } = useTemplates(search);
  const listed = language ? rows?.filter((row) => lacks(row, language)) : rows;
  const shown = useMemo(() => (mails ? [...columns, mailsColumn(mails)] : columns), [mails]);
  const find = (typed: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, search: typed }), replace: true });
  return (
    <Page title={text.title} intro={text.intro}>
      <LanguageCoverage chosen={language} />
      <search className="filters" aria-label={words.common.filters}>
        <FilterText label={text.search} placeholder={text.search} value={search} onSettle={find} />
      </search>
      <Rows
        label={text.title}
        listing={{ ...listing, rows: listed }}
        columns={shown}
        keyOf={({ id }) => id}
        // The versions are read first; the editor is a step further.
        linkOf={({ name, template }) => ({
          to: '/templates/$eventType',
          params: { eventType: name },
          search: template ? { part: 'versions' } : {},
        })}
        empty={
          search || language ? (
            <Empty
              icon={SearchX}
              title={language ? text.noGapTitle(languageName(language) || language) : text.noMatchTitle}
              hint={language ? text.noGapHint : text.noMatchHint}
            >
              <Link className="button" to="." search={(now) => ({ ...now, search: undefined, language: undefined })}>
                {words.common.clear}
              </Link>
            </Empty>
          ) : (
            <Empty icon={LayoutTemplate} title={text.emptyTitle} hint={text.emptyHint}>
              <Link className="button primary" to="/event-types">
                {words.eventTypes.title}
              </Link>
            </Empty>
          )
        }
      />
    </Page>
  );
}
