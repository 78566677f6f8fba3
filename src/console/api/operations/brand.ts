/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  BrandRemoveMutation,
  BrandRemoveMutationVariables,
  BrandStoreMutation,
  BrandStoreMutationVariables,
  PlatformBrandQuery,
  PlatformBrandQueryVariables,
  PreviewOfBrandQuery,
  PreviewOfBrandQueryVariables,
} from './types.ts';

export const PlatformBrandDocument = new TypedDocumentString(`
    query PlatformBrand {
  brand {
    ...BrandValues
  }
}
    fragment BrandColorValues on BrandColors {
  background
  surface
  text
  muted
  link
  primary
  onPrimary
}
fragment BrandValues on Brand {
  name
  logoUrl
  darkLogoUrl
  colors {
    ...BrandColorValues
  }
  darkColors {
    ...BrandColorValues
  }
  fontFamily
  borderRadius
  address
  supportUrl
  socialLinks {
    name
    url
  }
  legalLine
  version
  updatedAt
}`) as unknown as TypedDocumentString<PlatformBrandQuery, PlatformBrandQueryVariables>;

export const PreviewOfBrandDocument = new TypedDocumentString(`
    query PreviewOfBrand($input: BrandSaveInput!, $starter: StarterName!) {
  brandPreview(input: $input, starter: $starter) {
    subject
    html
  }
}
    `) as unknown as TypedDocumentString<PreviewOfBrandQuery, PreviewOfBrandQueryVariables>;

export const BrandRemoveDocument = new TypedDocumentString(`
    mutation BrandRemove {
  brandDelete {
    deletedBrandPlatformId
  }
}
    `) as unknown as TypedDocumentString<BrandRemoveMutation, BrandRemoveMutationVariables>;

export const BrandStoreDocument = new TypedDocumentString(`
    mutation BrandStore($input: BrandSaveInput!) {
  brandSave(input: $input) {
    brand {
      ...BrandValues
    }
  }
}
    fragment BrandColorValues on BrandColors {
  background
  surface
  text
  muted
  link
  primary
  onPrimary
}
fragment BrandValues on Brand {
  name
  logoUrl
  darkLogoUrl
  colors {
    ...BrandColorValues
  }
  darkColors {
    ...BrandColorValues
  }
  fontFamily
  borderRadius
  address
  supportUrl
  socialLinks {
    name
    url
  }
  legalLine
  version
  updatedAt
}`) as unknown as TypedDocumentString<BrandStoreMutation, BrandStoreMutationVariables>;
