/** `compound`: an .xls or an encrypted workbook. @throws DOMException if the file was moved or changed since chosen */
export async function fileKind(file: Blob): Promise<'zip' | 'compound' | undefined> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  if (head === 'PK\x03\x04') return 'zip';
  return head === '\xd0\xcf\x11\xe0' ? 'compound' : undefined;
}
