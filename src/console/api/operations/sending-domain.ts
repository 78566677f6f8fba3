/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 */
import { TypedDocumentString } from './document.ts';
import type {
  DomainDeleteMutation,
  DomainDeleteMutationVariables,
  DomainQuery,
  DomainQueryVariables,
  DomainSaveMutation,
  DomainSaveMutationVariables,
  DomainVerifyMutation,
  DomainVerifyMutationVariables,
} from './types.ts';

export const DomainDocument = new TypedDocumentString(`
    query Domain {
  sendingDomain {
    ...DomainRecords
  }
}
    fragment DomainRecords on SendingDomain {
  id
  domain
  status
  sendable
  dkimSelector
  returnPath
  replyDomain
  createdAt
  updatedAt
  verifiedAt
  graceEndsAt
  records {
    type
    name
    value
    purpose
    required
    status
    found
    checkedAt
  }
}`) as unknown as TypedDocumentString<DomainQuery, DomainQueryVariables>;

export const DomainSaveDocument = new TypedDocumentString(`
    mutation DomainSave($input: SendingDomainSaveInput!) {
  sendingDomainSave(input: $input) {
    sendingDomain {
      ...DomainRecords
    }
  }
}
    fragment DomainRecords on SendingDomain {
  id
  domain
  status
  sendable
  dkimSelector
  returnPath
  replyDomain
  createdAt
  updatedAt
  verifiedAt
  graceEndsAt
  records {
    type
    name
    value
    purpose
    required
    status
    found
    checkedAt
  }
}`) as unknown as TypedDocumentString<DomainSaveMutation, DomainSaveMutationVariables>;

export const DomainVerifyDocument = new TypedDocumentString(`
    mutation DomainVerify {
  sendingDomainVerify {
    sendingDomain {
      ...DomainRecords
    }
  }
}
    fragment DomainRecords on SendingDomain {
  id
  domain
  status
  sendable
  dkimSelector
  returnPath
  replyDomain
  createdAt
  updatedAt
  verifiedAt
  graceEndsAt
  records {
    type
    name
    value
    purpose
    required
    status
    found
    checkedAt
  }
}`) as unknown as TypedDocumentString<DomainVerifyMutation, DomainVerifyMutationVariables>;

export const DomainDeleteDocument = new TypedDocumentString(`
    mutation DomainDelete {
  sendingDomainDelete {
    deletedSendingDomainId
  }
}
    `) as unknown as TypedDocumentString<DomainDeleteMutation, DomainDeleteMutationVariables>;
