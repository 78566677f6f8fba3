/** The composition format and the merge tags of an event type, which the forms are made of. */
import {
  CompositionFormatDocument,
  type CompositionFormatQuery,
  CompositionItemsDocument,
  LayoutNamesDocument,
  MergeTagsDocument,
  type MergeTagsQuery,
} from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';

export type Format = NonNullable<CompositionFormatQuery['compositionFormat']>;
export type BlockType = Format['blocks'][number];
export type FormatField = Format['theme'][number];
export type FieldForm = FormatField['forms'][number];
export type MergeTag = NonNullable<MergeTagsQuery['eventType']>['mergeTags'][number];

/** A member of the objects in a list, such as the label of a table's column. */
export interface ItemField {
  readonly name: string;
  readonly description: string;
  readonly forms: readonly Pick<FieldForm, 'type' | 'values'>[];
}

export interface Forms {
  readonly format: Format;
  readonly tags: readonly MergeTag[];
  readonly typeOf: (name: string) => BlockType | undefined;
  /** The members of the objects in a list attribute; empty for other attributes. */
  readonly itemFields: (type: string, attribute: string) => readonly ItemField[];
}

/**
 * Null until the format is read. Without merge tags the forms still work, so an error there only leaves them out.
 * `eventType`: null for a layout, which stands in mails of every type. Its templates name one of the platform's layouts.
 */
export function useForms(eventType: string | null) {
  const reading = useAsk(CompositionFormatDocument, {});
  const { data: items } = useAsk(CompositionItemsDocument, {});
  const { data: tagged } = useAsk(MergeTagsDocument, { eventType: eventType ?? '' }, { enabled: eventType !== null });
  const { data: named } = useAsk(LayoutNamesDocument, {}, { enabled: eventType !== null });
  const read = reading.data?.compositionFormat;
  const format = read && withLayouts(read, named?.layouts?.nodes.map(({ name }) => name) ?? []);
  const forms: Forms | null = format
    ? {
        format,
        tags: tagged?.eventType?.mergeTags ?? [],
        typeOf: (name) => format.blocks.find(({ type }) => type === name),
        itemFields: (type, attribute) =>
          items?.compositionFormat?.blocks
            .find((block) => block.type === type)
            ?.attributes.find(({ name }) => name === attribute)
            ?.forms.find(({ fields }) => fields)?.fields ?? [],
      }
    : null;
  return { forms, fault: reading.fault, retry: reading.retry };
}

/** The setting `layout` offers the layouts that there are. Without any it stays a text, for who writes its name first. */
function withLayouts(format: Format, layouts: readonly string[]): Format {
  if (layouts.length === 0) return format;
  const settings = format.settings.map((field) =>
    field.name === 'layout'
      ? { ...field, forms: field.forms.map((form) => ({ ...form, values: [...layouts] })) }
      : field,
  );
  return { ...format, settings };
}
