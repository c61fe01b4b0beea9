export const endedEarly = 'the connection ended before the whole answer was there';

const unknownAuthority =
  'the certificate is of an authority that this server does not know; an operator can add it by NODE_EXTRA_CA_CERTS';

/** The reasons by the codes of Node.js. Its messages would show names and parts of what the receiver sent. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'the receiver refuses the connection',
  ECONNRESET: endedEarly,
  EPIPE: endedEarly,
  EHOSTUNREACH: 'no network leads to the receiver',
  ENETUNREACH: 'no network leads to the receiver',
  ETIMEDOUT: 'the receiver does not accept the connection',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too long',
};

/** Why a connection or its answer failed, in plain words. */
export function plainReason({ code = '' }: NodeJS.ErrnoException): string {
  const reason = reasons[code];
  if (reason) return reason;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'the receiver does not speak TLS as expected';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  return `the connection failed${code && ` (${code})`}`;
}
