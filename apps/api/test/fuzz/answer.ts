export type Answer = { status: number; headers: Map<string, string>; body: Buffer };

/** The first complete answer in the received bytes. @throws Error if the bytes are not HTTP/1.1 */
export function parse(
  received: Buffer,
  isHead: boolean,
  isOver: boolean,
): { answer: Answer; length: number } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  if (!status) throw new Error(`not an HTTP/1.1 status line: ${JSON.stringify(line)}`);
  const headers = new Map(
    fields.map((field) => {
      const [name = '', value = ''] = field.split(/:\s*(.*)/s);
      return [name.toLowerCase(), value] as const;
    }),
  );
  const start = end + 4;
  if (status < 200) return parseNext(received.subarray(start), isHead, isOver, start);
  if (isHead || status === 204 || status === 304)
    return { answer: { status, headers, body: Buffer.alloc(0) }, length: start };
  const rest = received.subarray(start);
  const declared = headers.get('content-length');
  if (headers.get('transfer-encoding') === 'chunked') {
    const whole = unchunked(rest);
    return whole && { answer: { status, headers, body: whole.body }, length: start + whole.length };
  }
  const length = declared === undefined ? (isOver ? rest.length : Number.NaN) : Number(declared);
  if (!(rest.length >= length)) return undefined;
  return { answer: { status, headers, body: rest.subarray(0, length) }, length: start + length };
}

function parseNext(rest: Buffer, isHead: boolean, isOver: boolean, before: number) {
  const next = parse(rest, isHead, isOver);
  return next && { ...next, length: next.length + before };
}

function unchunked(bytes: Buffer): { body: Buffer; length: number } | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    at = end + 2;
    if (bytes.length < at + size + 2) return undefined;
    pieces.push(bytes.subarray(at, at + size));
    at += size + 2;
    if (size === 0) return { body: Buffer.concat(pieces), length: at };
  }
}
