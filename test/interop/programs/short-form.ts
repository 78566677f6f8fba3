/** `INTEROP=short`, as in CI: a part of what is tried in many ways. */
export const shortForm = process.env.INTEROP === 'short';
