/** The key of an attribute, as contacts and templates write it, and of a pair of metadata. */
export const attributeKeyPattern = /^[a-z0-9_]{1,64}$/;
