/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  ContactExportCreateMutation,
  ContactExportCreateMutationVariables,
  SuppressionExportCreateMutation,
  SuppressionExportCreateMutationVariables,
} from './types.ts';

export const ContactExportCreateDocument = new TypedDocumentString(`
    mutation ContactExportCreate($workspace: ID!, $format: ExportFormat!) {
  contactExportCreate(workspace: $workspace, format: $format) {
    export {
      url
    }
  }
}
    `) as unknown as TypedDocumentString<ContactExportCreateMutation, ContactExportCreateMutationVariables>;

export const SuppressionExportCreateDocument = new TypedDocumentString(`
    mutation SuppressionExportCreate($workspace: ID!, $format: ExportFormat!) {
  suppressionExportCreate(workspace: $workspace, format: $format) {
    export {
      url
    }
  }
}
    `) as unknown as TypedDocumentString<SuppressionExportCreateMutation, SuppressionExportCreateMutationVariables>;
