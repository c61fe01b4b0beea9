/** True for a host name of this computer only: others cannot open its addresses. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);
