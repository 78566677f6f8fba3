/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  PictureRemoveMutation,
  PictureRemoveMutationVariables,
  PictureUploadMutation,
  PictureUploadMutationVariables,
  PicturesQuery,
  PicturesQueryVariables,
} from './types.ts';

export const PicturesDocument = new TypedDocumentString(`
    query Pictures($after: String) {
  pictures(after: $after) {
    nodes {
      ...PictureFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PictureFacts on Picture {
  id
  url
  width
  height
  size
}`) as unknown as TypedDocumentString<PicturesQuery, PicturesQueryVariables>;

export const PictureUploadDocument = new TypedDocumentString(`
    mutation PictureUpload($content: String!) {
  pictureCreate(input: {content: $content}) {
    created
    picture {
      ...PictureFacts
    }
  }
}
    fragment PictureFacts on Picture {
  id
  url
  width
  height
  size
}`) as unknown as TypedDocumentString<PictureUploadMutation, PictureUploadMutationVariables>;

export const PictureRemoveDocument = new TypedDocumentString(`
    mutation PictureRemove($id: ID!) {
  pictureDelete(id: $id) {
    deletedPictureId
  }
}
    `) as unknown as TypedDocumentString<PictureRemoveMutation, PictureRemoveMutationVariables>;
