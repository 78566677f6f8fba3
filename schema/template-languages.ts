/** How far all templates of a platform are translated. */
import { findEventTypesById } from '../src/event-types/find-event-types-by-id.ts';
import { type LanguageCoverage, languageCoverage } from '../src/templates/languages/language-coverage.ts';
import { builder, tenant } from './builder.ts';
import { EventType } from './event-type.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';

type Covered = LanguageCoverage['languages'][number];
type Gap = Covered['gaps'][number];

const GapState = builder.enumType('TemplateLanguageGapState', {
  description: 'Reasons why a template is not complete in a language.',
  values: {
    outdated: { description: 'Some translations were written for words that have changed since.' },
    incomplete: { description: 'Some texts have no translation.' },
    absent: { description: 'The template lacks the language; mails take another one.' },
  },
});

const GapRef = builder.objectRef<Gap>('TemplateLanguageGap').implement({
  description: 'An event type whose template is not complete in a language.',
  fields: (t) => ({
    eventType: t.field({
      type: EventType,
      nullable: true,
      description: 'The event type as it is now; null after its deletion.',
      resolve: ({ eventTypeId }, _args, viewer, info) =>
        loadTogether(viewer, info, {
          what: 'event type',
          id: eventTypeId,
          returned: true,
          read: (ids, query) => findEventTypesById(tenant(viewer), ids, query),
        }),
    }),
    state: t.expose('state', { type: GapState, description: 'Reason; outdated comes before incomplete.' }),
    missing: t.exposeInt('missing', {
      description: 'Number of texts without a translation; 0 for an absent language.',
    }),
    outdated: t.exposeInt('outdated', { description: 'Number of translations whose original has changed.' }),
  }),
});

const CoveredRef = builder.objectRef<Covered>('TemplateLanguage').implement({
  description: 'One language, over the live templates of all event types.',
  fields: (t) => ({
    locale: t.exposeString('locale', { description: 'Language tag, such as pt-BR.' }),
    complete: t.int({
      description: 'Number of templates that are written in the language, or wholly translated.',
      resolve: ({ counts }) => counts.complete,
    }),
    outdated: t.int({
      description: 'Number of templates with an outdated translation.',
      resolve: ({ counts }) => counts.outdated,
    }),
    incomplete: t.int({
      description: 'Number of templates that lack translations of some texts, none of them outdated.',
      resolve: ({ counts }) => counts.incomplete,
    }),
    absent: t.int({
      description: 'Number of templates that lack the language altogether.',
      resolve: ({ counts }) => counts.absent,
    }),
    gaps: t.field({
      type: [GapRef],
      complexity: { field: 1, multiplier: 10 },
      description: 'Templates that are not complete, the first 100 by name of their event type.',
      resolve: ({ gaps }) => [...gaps],
    }),
  }),
});

const LanguagesRef = builder.objectRef<LanguageCoverage>('TemplateLanguages').implement({
  description: 'Every language of any live template.',
  fields: (t) => ({
    eventTypes: t.exposeInt('eventTypes', { description: 'Number of event types with a template that were counted.' }),
    capped: t.exposeBoolean('capped', {
      description:
        'Whether the platform has more than 1,000 event types, of which the first by name were counted, or more than 200 ' +
        'languages, of which those with the most templates were.',
    }),
    uncounted: t.stringList({
      description: 'Names of event types left out, since their template is large and from before the counts.',
      resolve: ({ uncounted }) => [...uncounted],
    }),
    languages: t.field({
      type: [CoveredRef],
      complexity: { field: 1, multiplier: 20 },
      description: 'Languages by their tag.',
      resolve: ({ languages }) => [...languages],
    }),
  }),
});

builder.queryField('templateLanguages', (t) =>
  t.field({
    type: LanguagesRef,
    complexity: { field: workCost.languages, multiplier: 1 },
    description: 'Shows which templates are translated into which languages. Costs as much as 200 fields.',
    resolve: (_root, _args, viewer) => languageCoverage(tenant(viewer)),
  }),
);
