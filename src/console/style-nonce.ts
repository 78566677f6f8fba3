/** The nonce with which this page's Content-Security-Policy allows style elements. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
