type ParseError = { code?: string; rawPacket?: Buffer; bytesParsed?: number };

/** The message for a client whose bytes could not be read as a request. */
export const messageFor = (error: ParseError): string =>
  error.code === 'HPE_INVALID_METHOD'
    ? unknownMethod(error)
    : (messages[error.code ?? ''] ?? 'the request is not HTTP/1.1; check the client that sent it');

const firstLine = 'the first line must be a method, an address and HTTP/1.1, with one space between';
const header =
  'a header is not a name, a colon and a value of the characters that HTTP/1.1 allows; check the headers';
const lengths =
  'the length of the body is not clear; send one Content-Length, or Transfer-Encoding: chunked alone';
const chunks = 'the body is not in chunks as Transfer-Encoding: chunked says; check the client that sent it';

/** By the error codes of Node and of its parser, llhttp. */
const messages: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive; send it again',
  HPE_HEADER_OVERFLOW: 'the headers are larger than the 16 KiB that are accepted; send less',
  HPE_INVALID_EOF_STATE: 'the request was cut off; send all of it before you close the connection',
  HPE_PAUSED_H2_UPGRADE: 'HTTP/2 is not spoken here; send the request as HTTP/1.1',
  HPE_INVALID_URL: 'the address has a character that may not be in one as it is; percent-encode it',
  HPE_INVALID_CONSTANT: `${firstLine}; a space in the address is %20`,
  HPE_INVALID_VERSION: `${firstLine}, and end in CR LF; another version of HTTP is not spoken here`,
  HPE_INVALID_HEADER_TOKEN: header,
  HPE_INVALID_CONTENT_LENGTH: lengths,
  HPE_UNEXPECTED_CONTENT_LENGTH: lengths,
  HPE_INVALID_TRANSFER_ENCODING: lengths,
  HPE_INVALID_CHUNK_SIZE: chunks,
  HPE_CHUNK_EXTENSIONS_OVERFLOW:
    'the chunk extensions of the body are larger than the 16 KiB that are accepted; send none',
};

/** A request line with any method, also an unknown one. */
const requestLine = /^([\w!#$%&'*+.^`|~-]{1,40}) \S+ HTTP\/1\.[01]\r?\n/;

function unknownMethod({ rawPacket, bytesParsed = 0 }: ParseError): string {
  const bytes = rawPacket?.toString('latin1') ?? '';
  // Other requests may precede it.
  const line = bytes.slice(bytesParsed > 0 ? bytes.lastIndexOf('\n', bytesParsed - 1) + 1 : 0);
  const method = requestLine.exec(line)?.[1];
  if (method === undefined)
    return 'the request does not begin with a method such as GET or POST; check that the client speaks HTTP/1.1, without TLS';
  return `${JSON.stringify(method)} is not a method that is known here; send one such as GET or POST, in capitals`;
}
