/** Reads JSON that a person is typing. `fault`: why the text is not JSON; null when it is. */
export function readJsonText(text: string): { readonly value: unknown; readonly fault: string | null } {
  try {
    return { value: JSON.parse(text), fault: null };
  } catch (error) {
    return { value: null, fault: error instanceof Error ? error.message : String(error) };
  }
}
