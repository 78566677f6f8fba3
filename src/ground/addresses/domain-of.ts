/** Returns the domain of an address in lower case, as the database has it. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
