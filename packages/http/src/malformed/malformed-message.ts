type ParseError = { code?: string; rawPacket?: Buffer; bytesParsed?: number };

/** The message for a client whose bytes could not be read as a request. */
export const messageFor = (error: ParseError): string =>
  error.code === 'HPE_INVALID_METHOD'
    ? unknownMethod(error)
    : (messages[error.code ?? ''] ?? 'the request is not HTTP/1.1; check the client');

const firstLine = 'the first line must be a method, a URL and HTTP/1.1, separated by single spaces';
const header = 'a header is not valid in HTTP/1.1 (a name, a colon and a value); check the headers';
const lengths =
  'the length of the body is ambiguous; send either one Content-Length or Transfer-Encoding: chunked';
const chunks = 'the body is not valid chunked encoding; check the client';

const messages: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive; send it again',
  HPE_HEADER_OVERFLOW: 'the headers are larger than the limit of 16 KiB; send less',
  HPE_INVALID_EOF_STATE: 'the request was cut off; send all of it before you close the connection',
  HPE_PAUSED_H2_UPGRADE: 'HTTP/2 is not supported; send the request as HTTP/1.1',
  HPE_INVALID_URL: 'the URL has an invalid character; percent-encode it',
  HPE_INVALID_CONSTANT: `${firstLine}; encode a space in the URL as %20`,
  HPE_INVALID_VERSION: `${firstLine}, and end in CR LF; other versions of HTTP are not supported`,
  HPE_INVALID_HEADER_TOKEN: header,
  HPE_INVALID_CONTENT_LENGTH: lengths,
  HPE_UNEXPECTED_CONTENT_LENGTH: lengths,
  HPE_INVALID_TRANSFER_ENCODING: lengths,
  HPE_INVALID_CHUNK_SIZE: chunks,
  HPE_CHUNK_EXTENSIONS_OVERFLOW:
    'the chunk extensions of the body are larger than the limit of 16 KiB; send none',
};

const requestLine = /^([\w!#$%&'*+.^`|~-]{1,40}) \S+ HTTP\/1\.[01]\r?\n/;

function unknownMethod({ rawPacket, bytesParsed = 0 }: ParseError): string {
  const bytes = rawPacket?.toString('latin1') ?? '';
  // Other requests may precede this line.
  const line = bytes.slice(bytesParsed > 0 ? bytes.lastIndexOf('\n', bytesParsed - 1) + 1 : 0);
  const method = requestLine.exec(line)?.[1];
  if (method === undefined)
    return 'the request does not begin with a method such as GET or POST; check that the client uses HTTP/1.1, not TLS';
  return `${JSON.stringify(method)} is not a known method; send one such as GET or POST, in capitals`;
}
