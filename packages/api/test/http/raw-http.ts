import { connect } from 'node:net';

/**
 * Sends bytes that no HTTP client would send, and reads one answer. With `isCutOff` it closes the connection
 * immediately after these bytes.
 */
export function exchange(
  url: string,
  request: string,
  { isCutOff = false } = {},
): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(request, () => isCutOff && socket.destroy());
    });
    const finish = () => {
      const [head = '', body = ''] = received.split(/\r\n\r\n([\s\S]*)/);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body });
    };
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
      const [head = '', body = ''] = received.split(/\r\n\r\n([\s\S]*)/);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (length !== undefined && Buffer.byteLength(body) >= Number(length)) finish();
    });
    socket.on('close', finish).on('error', reject);
    socket.setTimeout(30_000, () => socket.destroy(new Error(`no answer to ${request.slice(0, 60)}`)));
  });
}
