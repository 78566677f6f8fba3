/** Bytes that are written as characters at once: a call takes so many arguments. */
const stretchBytes = 32_768;

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += stretchBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + stretchBytes));
  }
  return btoa(text);
}
