/**
 * Connections of one port that the kernel accepts ahead of the process, if its own bound (Linux: net.core.somaxconn,
 * 4,096) lets it (docs/rules.md#new-connections). The kernel drops what comes beyond them, and a client tries again
 * only after a second. Node's default is 511, which a thousand connections of one caller fill for the next one.
 */
export const acceptedAhead = 4_096;
