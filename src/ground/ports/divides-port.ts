/**
 * Where the kernel divides connections among the sockets of one port. Elsewhere the port has one socket, and processes
 * that share the port share the socket: the one that wakes first takes most connections of a burst.
 */
export const dividesPort = ['linux', 'freebsd'].includes(process.platform);
