/** The name of a host as DNS compares it (RFC 4343): in small letters, without the dot of the root. */
export const hostName = (name: string): string => name.toLowerCase().replace(/\.$/, '');
