/**
 * Made by `npm run schema:write` from schema/schema.graphql and src/console/operations, never by hand.
 * Longer than the house's 250 lines: it holds all that is made of one source.
 */
import { TypedDocumentString } from './document.ts';
import type {
  AddressSuppressMutation,
  AddressSuppressMutationVariables,
  ConsentLedgerQuery,
  ConsentLedgerQueryVariables,
  ContactQuery,
  ContactQueryVariables,
  ContactsQuery,
  ContactsQueryVariables,
  KeyNamesQuery,
  KeyNamesQueryVariables,
  LeaversQuery,
  LeaversQueryVariables,
  PersonEraseMutation,
  PersonEraseMutationVariables,
  PersonQuery,
  PersonQueryVariables,
  SuppressionLiftMutation,
  SuppressionLiftMutationVariables,
  SuppressionLiftsQuery,
  SuppressionLiftsQueryVariables,
  SuppressionsQuery,
  SuppressionsQueryVariables,
} from './types.ts';

export const ContactsDocument = new TypedDocumentString(`
    query Contacts($workspace: ID!, $search: String, $status: ContactStatusFilter, $decidedBy: ConsentAuthor, $after: String, $left: Boolean = false) {
  contacts(
    workspace: $workspace
    search: $search
    status: $status
    decidedBy: $decidedBy
    after: $after
  ) {
    nodes {
      id
      email
      reference
      status
      locale
      createdAt
      tags @skip(if: $left) {
        id
        name
      }
      marketing @include(if: $left) {
        at
      }
      consentChanges(first: 1) @include(if: $left) {
        nodes {
          id
          source
          apiKeyId
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<ContactsQuery, ContactsQueryVariables>;

export const ContactDocument = new TypedDocumentString(`
    query Contact($workspace: ID!, $contact: ID!) {
  contact(workspace: $workspace, contact: $contact) {
    id
    email
    reference
    status
    locale
    attributes
    pixelConsentAt
    createdAt
    updatedAt
    tags {
      id
      name
    }
    marketing {
      state
      at
      consentedAt
    }
    topics {
      key
      state
      at
      source
    }
    workspace {
      id
      name
      timezone
    }
  }
}
    `) as unknown as TypedDocumentString<ContactQuery, ContactQueryVariables>;

export const ConsentLedgerDocument = new TypedDocumentString(`
    query ConsentLedger($workspace: ID!, $contact: ID!, $after: String) {
  contact(workspace: $workspace, contact: $contact) {
    id
    consentChanges(after: $after) {
      nodes {
        id
        topic
        state
        source
        at
        createdAt
        apiKeyId
        replacedState
        replacedAt
        undoneAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConsentLedgerQuery, ConsentLedgerQueryVariables>;

export const KeyNamesDocument = new TypedDocumentString(`
    query KeyNames {
  apiKeys {
    nodes {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<KeyNamesQuery, KeyNamesQueryVariables>;

export const PersonDocument = new TypedDocumentString(`
    query Person($email: String!) {
  person(email: $email) {
    email
    contacts(first: 20) {
      nodes {
        id
        reference
        status
        locale
        createdAt
        workspace {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
      }
    }
    suppressions(first: 20) {
      nodes {
        ...SuppressionFacts
        workspace {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
      }
    }
    erasedAddresses(first: 20) {
      nodes {
        erasedAt
        erasure {
          id
          requestedAt
          finishedAt
        }
        workspace {
          id
          name
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
}
    fragment SuppressionFacts on Suppression {
  id
  email
  reason
  scope
  blocks
  note
  byKeyId
  createdAt
}`) as unknown as TypedDocumentString<PersonQuery, PersonQueryVariables>;

export const SuppressionsDocument = new TypedDocumentString(`
    query Suppressions($workspace: ID!, $search: String, $after: String) {
  suppressions(workspace: $workspace, search: $search, after: $after) {
    nodes {
      ...SuppressionFacts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment SuppressionFacts on Suppression {
  id
  email
  reason
  scope
  blocks
  note
  byKeyId
  createdAt
}`) as unknown as TypedDocumentString<SuppressionsQuery, SuppressionsQueryVariables>;

export const SuppressionLiftsDocument = new TypedDocumentString(`
    query SuppressionLifts($workspace: ID!, $email: String, $after: String) {
  suppressionLifts(workspace: $workspace, email: $email, after: $after) {
    nodes {
      id
      reason
      scope
      note
      byKeyId
      suppressedAt
      liftedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<SuppressionLiftsQuery, SuppressionLiftsQueryVariables>;

export const AddressSuppressDocument = new TypedDocumentString(`
    mutation AddressSuppress($workspace: ID!, $email: String!, $note: String) {
  addressSuppress(workspace: $workspace, email: $email, note: $note) {
    suppression {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AddressSuppressMutation, AddressSuppressMutationVariables>;

export const SuppressionLiftDocument = new TypedDocumentString(`
    mutation SuppressionLift($workspace: ID!, $id: ID!, $note: String) {
  suppressionLift(workspace: $workspace, id: $id, note: $note) {
    liftedSuppressionId
  }
}
    `) as unknown as TypedDocumentString<SuppressionLiftMutation, SuppressionLiftMutationVariables>;

export const PersonEraseDocument = new TypedDocumentString(`
    mutation PersonErase($workspace: ID!, $input: PersonEraseInput!) {
  personErase(workspace: $workspace, input: $input) {
    erasure {
      id
      requestedAt
      finishedAt
    }
  }
}
    `) as unknown as TypedDocumentString<PersonEraseMutation, PersonEraseMutationVariables>;

export const LeaversDocument = new TypedDocumentString(`
    query Leavers {
  leavers {
    people {
      at
      source
      contact {
        id
        email
        reference
      }
      workspace {
        id
        name
      }
    }
    capped
  }
}
    `) as unknown as TypedDocumentString<LeaversQuery, LeaversQueryVariables>;
