/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 * Longer than the house's 250 lines: it holds all that is made of one source.
 */
import { TypedDocumentString } from './document.ts';
import type {
  CompositionFormatQuery,
  CompositionFormatQueryVariables,
  CompositionItemsQuery,
  CompositionItemsQueryVariables,
  MaskedPayloadsQuery,
  MaskedPayloadsQueryVariables,
  MergeTagsQuery,
  MergeTagsQueryVariables,
  TemplateDiffQuery,
  TemplateDiffQueryVariables,
  TemplateDraftCreateMutation,
  TemplateDraftCreateMutationVariables,
  TemplateDraftDeleteMutation,
  TemplateDraftDeleteMutationVariables,
  TemplateDraftDiffQuery,
  TemplateDraftDiffQueryVariables,
  TemplateDraftPublishMutation,
  TemplateDraftPublishMutationVariables,
  TemplateDraftQuery,
  TemplateDraftQueryVariables,
  TemplateDraftSaveMutation,
  TemplateDraftSaveMutationVariables,
  TemplateDraftsQuery,
  TemplateDraftsQueryVariables,
  TemplateExamplesQuery,
  TemplateExamplesQueryVariables,
  TemplateLanguagesQuery,
  TemplateLanguagesQueryVariables,
  TemplatePayloadsQuery,
  TemplatePayloadsQueryVariables,
  TemplatePreviewQuery,
  TemplatePreviewQueryVariables,
  TemplateQuery,
  TemplateQueryVariables,
  TemplateRestoreMutation,
  TemplateRestoreMutationVariables,
  TemplateSaveMutation,
  TemplateSaveMutationVariables,
  TemplateTestMutation,
  TemplateTestMutationVariables,
  TemplateTextsQuery,
  TemplateTextsQueryVariables,
  TemplateTranslateMutation,
  TemplateTranslateMutationVariables,
  TemplateTrialQuery,
  TemplateTrialQueryVariables,
  TemplateUseQuery,
  TemplateUseQueryVariables,
  TemplateVersionsQuery,
  TemplateVersionsQueryVariables,
  TemplatesQuery,
  TemplatesQueryVariables,
  UsedTemplatesQuery,
  UsedTemplatesQueryVariables,
} from './types.ts';

export const TemplateDocument = new TypedDocumentString(`
    query Template($eventType: String!) {
  template(eventType: $eventType) {
    ...TemplateContent
  }
}
    fragment TemplateContent on TemplateVersion {
  id
  version
  subject
  fromLocalPart
  displayName
  replyTo
  locale
  composition
  translations
  createdAt
  note
  savedBy {
    name
  }
}`) as unknown as TypedDocumentString<TemplateQuery, TemplateQueryVariables>;

export const TemplateDraftDocument = new TypedDocumentString(`
    query TemplateDraft($id: ID!) {
  templateDraft(id: $id) {
    ...DraftContent
  }
}
    fragment DraftContent on TemplateDraft {
  id
  name
  revision
  baseVersion
  subject
  fromLocalPart
  displayName
  replyTo
  locale
  composition
  translations
  updatedAt
  savedBy {
    name
  }
}`) as unknown as TypedDocumentString<TemplateDraftQuery, TemplateDraftQueryVariables>;

export const TemplateDraftsDocument = new TypedDocumentString(`
    query TemplateDrafts($eventType: String!, $after: String) {
  templateDrafts(eventType: $eventType, after: $after) {
    nodes {
      id
      name
      baseVersion
      updatedAt
      savedBy {
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateDraftsQuery, TemplateDraftsQueryVariables>;

export const TemplateDraftCreateDocument = new TypedDocumentString(`
    mutation TemplateDraftCreate($eventType: String!, $input: TemplateDraftCreateInput!) {
  templateDraftCreate(eventType: $eventType, input: $input) {
    templateDraft {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateDraftCreateMutation, TemplateDraftCreateMutationVariables>;

export const TemplateDraftSaveDocument = new TypedDocumentString(`
    mutation TemplateDraftSave($id: ID!, $input: TemplateDraftSaveInput!) {
  templateDraftSave(id: $id, input: $input) {
    templateDraft {
      id
      revision
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateDraftSaveMutation, TemplateDraftSaveMutationVariables>;

export const TemplateDraftPublishDocument = new TypedDocumentString(`
    mutation TemplateDraftPublish($id: ID!, $input: TemplateDraftPublishInput) {
  templateDraftPublish(id: $id, input: $input) {
    templateVersion {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateDraftPublishMutation, TemplateDraftPublishMutationVariables>;

export const TemplateDraftDeleteDocument = new TypedDocumentString(`
    mutation TemplateDraftDelete($id: ID!) {
  templateDraftDelete(id: $id) {
    deletedTemplateDraftId
  }
}
    `) as unknown as TypedDocumentString<TemplateDraftDeleteMutation, TemplateDraftDeleteMutationVariables>;

export const TemplatesDocument = new TypedDocumentString(`
    query Templates($search: String, $after: String) {
  eventTypes(first: 20, search: $search, after: $after) {
    nodes {
      ...TemplateLine
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment TemplateLine on EventType {
  id
  name
  template {
    id
    version
    subject
    locale
    createdAt
    savedBy {
      name
    }
    coverage {
      locale
      texts
      translated
      missing
      outdated
    }
  }
}`) as unknown as TypedDocumentString<TemplatesQuery, TemplatesQueryVariables>;

export const TemplateUseDocument = new TypedDocumentString(`
    query TemplateUse($from: Date!, $to: Date!) {
  figures(from: $from, to: $to, groupBy: [event_type]) {
    groups(first: 100) {
      eventType {
        id
      }
      figures {
        accepted
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateUseQuery, TemplateUseQueryVariables>;

export const UsedTemplatesDocument = new TypedDocumentString(`
    query UsedTemplates($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    ... on EventType {
      ...TemplateLine
    }
  }
}
    fragment TemplateLine on EventType {
  id
  name
  template {
    id
    version
    subject
    locale
    createdAt
    savedBy {
      name
    }
    coverage {
      locale
      texts
      translated
      missing
      outdated
    }
  }
}`) as unknown as TypedDocumentString<UsedTemplatesQuery, UsedTemplatesQueryVariables>;

export const TemplateLanguagesDocument = new TypedDocumentString(`
    query TemplateLanguages {
  templateLanguages {
    eventTypes
    capped
    languages {
      locale
      complete
      incomplete
      outdated
      absent
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateLanguagesQuery, TemplateLanguagesQueryVariables>;

export const TemplateVersionsDocument = new TypedDocumentString(`
    query TemplateVersions($eventType: String!, $after: String, $from: Date!, $to: Date!, $withFigures: Boolean!) {
  templateVersions(eventType: $eventType, first: 20, after: $after) {
    nodes {
      id
      version
      subject
      restoredFrom
      createdAt
      note
      savedBy {
        name
      }
      figures(from: $from, to: $to) @include(if: $withFigures) {
        total {
          accepted
          fellBack
          rates {
            delivered
            opened
            bounced
          }
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateVersionsQuery, TemplateVersionsQueryVariables>;

export const TemplateDiffDocument = new TypedDocumentString(`
    query TemplateDiff($eventType: String!, $from: Int!, $to: Int!) {
  templateDiff(eventType: $eventType, from: $from, to: $to) {
    ...TemplateChanges
  }
}
    fragment TemplateChanges on TemplateDiff {
  texts {
    locale
    fieldId
    blockId
    change
    before
    after
  }
  textsOmitted
  blocks {
    blockId
    type
    change
    attributes {
      path
      before
      after
    }
  }
  values {
    path
    before
    after
  }
}`) as unknown as TypedDocumentString<TemplateDiffQuery, TemplateDiffQueryVariables>;

export const TemplateDraftDiffDocument = new TypedDocumentString(`
    query TemplateDraftDiff($id: ID!, $version: Int) {
  templateDraftDiff(id: $id, version: $version) {
    ...TemplateChanges
  }
}
    fragment TemplateChanges on TemplateDiff {
  texts {
    locale
    fieldId
    blockId
    change
    before
    after
  }
  textsOmitted
  blocks {
    blockId
    type
    change
    attributes {
      path
      before
      after
    }
  }
  values {
    path
    before
    after
  }
}`) as unknown as TypedDocumentString<TemplateDraftDiffQuery, TemplateDraftDiffQueryVariables>;

export const TemplatePreviewDocument = new TypedDocumentString(`
    query TemplatePreview($eventType: String!, $input: TemplatePreviewInput!) {
  templatePreview(eventType: $eventType, input: $input) {
    subject
    displayName
    fromLocalPart
    replyTo
    html
    text
    fallenBack
    files {
      filename
    }
  }
}
    `) as unknown as TypedDocumentString<TemplatePreviewQuery, TemplatePreviewQueryVariables>;

export const TemplatePayloadsDocument = new TypedDocumentString(`
    query TemplatePayloads($eventType: String!) {
  templatePayloads(eventType: $eventType, first: 10) {
    event {
      id
      createdAt
    }
    payload
    locale
    timezone
    contact {
      email
      attributes
    }
  }
}
    `) as unknown as TypedDocumentString<TemplatePayloadsQuery, TemplatePayloadsQueryVariables>;

export const MaskedPayloadsDocument = new TypedDocumentString(`
    query MaskedPayloads($eventType: String!) {
  templatePayloads(eventType: $eventType, first: 10) {
    masked
  }
}
    `) as unknown as TypedDocumentString<MaskedPayloadsQuery, MaskedPayloadsQueryVariables>;

export const TemplateExamplesDocument = new TypedDocumentString(`
    query TemplateExamples($eventType: String!) {
  eventType(name: $eventType) {
    id
    examples {
      name
      locale
      fits
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateExamplesQuery, TemplateExamplesQueryVariables>;

export const TemplateTrialDocument = new TypedDocumentString(`
    query TemplateTrial($eventType: String!, $draft: TemplateSaveInput!) {
  templateCheck(eventType: $eventType, draft: $draft) {
    payloads
    fallingBack
    locales {
      locale
      htmlBytes
      payloads
      fallingBack
      tags {
        tag
        payloads
      }
    }
    warnings {
      code
      locale
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateTrialQuery, TemplateTrialQueryVariables>;

export const TemplateTextsDocument = new TypedDocumentString(`
    query TemplateTexts($eventType: String!, $locale: String!, $format: TranslationFormat!) {
  template(eventType: $eventType) {
    translationFile(locale: $locale, format: $format)
  }
}
    `) as unknown as TypedDocumentString<TemplateTextsQuery, TemplateTextsQueryVariables>;

export const TemplateTranslateDocument = new TypedDocumentString(`
    mutation TemplateTranslate($eventType: String!, $input: TemplateTranslateInput!) {
  templateTranslate(eventType: $eventType, input: $input) {
    locale
    changed
    unknown
    outdated
    warnings {
      fieldId
      message
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateTranslateMutation, TemplateTranslateMutationVariables>;

export const TemplateTestDocument = new TypedDocumentString(`
    mutation TemplateTest($eventType: String!, $input: TemplateTestInput!) {
  templateTest(eventType: $eventType, input: $input) {
    to
    outcome
    reply
  }
}
    `) as unknown as TypedDocumentString<TemplateTestMutation, TemplateTestMutationVariables>;

export const TemplateSaveDocument = new TypedDocumentString(`
    mutation TemplateSave($eventType: String!, $input: TemplateSaveInput!, $note: String) {
  templateSave(eventType: $eventType, input: $input, note: $note) {
    created
    templateVersion {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateSaveMutation, TemplateSaveMutationVariables>;

export const TemplateRestoreDocument = new TypedDocumentString(`
    mutation TemplateRestore($eventType: String!, $version: Int!) {
  templateRestore(eventType: $eventType, version: $version) {
    templateVersion {
      id
      version
    }
  }
}
    `) as unknown as TypedDocumentString<TemplateRestoreMutation, TemplateRestoreMutationVariables>;

export const CompositionFormatDocument = new TypedDocumentString(`
    query CompositionFormat {
  compositionFormat {
    limits {
      blocks
      depth
      columns
    }
    settings {
      ...FormatField
    }
    theme {
      ...FormatField
    }
    blocks {
      type
      purpose
      holds
      repeats
      example
      attributes {
        ...FormatField
      }
      columnAttributes {
        ...FormatField
      }
      texts {
        path
        kind
        localizable
        readsItem
      }
    }
  }
}
    fragment FormatField on CompositionField {
  name
  description
  required
  nullable
  default
  forms {
    type
    values
    minimum
    maximum
    format
  }
}`) as unknown as TypedDocumentString<CompositionFormatQuery, CompositionFormatQueryVariables>;

export const CompositionItemsDocument = new TypedDocumentString(`
    query CompositionItems {
  compositionFormat {
    blocks {
      type
      attributes {
        name
        forms {
          fields {
            name
            description
            forms {
              type
              values
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CompositionItemsQuery, CompositionItemsQueryVariables>;

export const MergeTagsDocument = new TypedDocumentString(`
    query MergeTags($eventType: String!) {
  eventType(name: $eventType) {
    id
    mergeTags {
      path
      written
      type
      required
      fallback
      uses
      repeats {
        each
        as
      }
      forms {
        tag
        text
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MergeTagsQuery, MergeTagsQueryVariables>;
