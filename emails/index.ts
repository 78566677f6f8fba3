/**
 * Templates: composition JSON and values in, {subject, html, text} out. Nothing here knows a tenant, a configuration, a
 * database or a clock.
 *
 * The stages of a template: `checkInSteps` at save, `compileInSteps` once for each version and language,
 * `renderInSteps` for each message. Functions that work in steps yield between the steps, so that the caller can do
 * other work meanwhile.
 *
 * - `document/` the parts of a composition: blocks, theme, texts, languages
 * - `language/` merge tags, filters, formats, escapes
 * - `read/` a template in one language, its tags resolved: the start of checking and compiling
 * - `check/` what a save rejects, and how far a template is translated
 * - `compile/` React Email once, cut into constant pieces and slots
 * - `render/` slots filled for one message, within a bound of work
 * - `made/` files that a message makes of its values: QR codes, calendars
 * - `translate/` the texts of a template out to translators and in again
 * - `starters/` example mails to start from, a mail of each block, and examples of tags and filters
 *
 * This file and `starters.ts` are the only entries: no other folder imports the files behind them.
 */
export { asksInSteps } from './check/asks-for-answers.ts';
export { checkBrand } from './check/brand-faults.ts';
export { checkLayoutInSteps } from './check/check-layout.ts';
export { type CheckedTemplate, checkInSteps, type Variables } from './check/check-template.ts';
export { type Coverage, coverageInSteps } from './check/coverage.ts';
export {
  type DescribedBlock,
  type DescribedComposition,
  type DescribedText,
  describeComposition,
} from './check/describe-composition.ts';
export type {
  DescribedField,
  FieldForm,
  FieldFormat,
  ValueType,
} from './check/describe-field.ts';
export type { BlockChange, ValueChange } from './check/diff-blocks.ts';
export { diffInSteps, type TemplateDiff, type TextChange } from './check/diff-templates.ts';
export { type TranslationWarning, translationWarnings } from './check/translation-warnings.ts';
export { compileInSteps } from './compile/compile.tsx';
export type { CompiledTemplate } from './compile/compiled-template.ts';
export type { Brand } from './document/brand.ts';
export { chooseLocale } from './document/choose-locale.ts';
export { type CompositionBlock, LAYOUT_NAME, LAYOUT_NAME_FAULT, MAX_LAYOUT_NAME } from './document/composition.ts';
export { asTemplate, type LayoutContent } from './document/layout-content.ts';
export { directionOf, isLocale, MAX_LOCALE } from './document/locales.ts';
export { type LookName, lookNames } from './document/looks.ts';
export {
  type EventField,
  type FieldType,
  fieldTypes,
  type ScalarType,
  scalarTypes,
  type TemplateContent,
  type Translation,
} from './document/template.ts';
export { themeValues } from './document/theme.ts';
export { exampleIn } from './language/example-in.ts';
export { fallbacksOf } from './language/fallbacks.ts';
export { listMergeTags, type MergeTag, type TagForm, type TagRepeat, type TagUse } from './language/list-merge-tags.ts';
export { faultInSteps, type RenderFault } from './render/find-fault.ts';
export {
  fellBackTags,
  MAX_RENDERED,
  type RenderedTemplate,
  renderInSteps,
  subjectInSteps,
  TemplateTooLarge,
} from './render/render.ts';
export { type SampleAttribute, sampleScalar, sampleValues } from './render/sample-values.ts';
export type { RenderOptions, TemplateValues } from './render/values.ts';
export { blockStarter, catalogue } from './starters/catalogue.ts';
export {
  type DescribedLanguage,
  type DescribedTag,
  describeLanguageInSteps,
  exampleLocales,
  type LanguageExample,
} from './starters/describe-language.ts';
export { type BlockView, blockViews, drawBlockInSteps } from './starters/draw-block.ts';
export { withExamplePictures } from './starters/example-pictures.ts';
export { firstLayout } from './starters/first-layout.ts';
export {
  checkStarter,
  readStarter,
  renderStarter,
  type Starter,
  type StarterExample,
  type StarterView,
  sampleExample,
} from './starters/starter.ts';
export { type Brought, type BroughtText, bringTranslations } from './translate/bring-translations.ts';
export { type TextToTranslate, textsToTranslate } from './translate/texts-to-translate.ts';
