/**
 * Recognises a ZIP file (.xlsx) or a compound file (.xls, or an encrypted workbook) by its first bytes. @throws
 * DOMException if the file was moved or changed since it was chosen
 */
export async function fileKind(file: Blob): Promise<'zip' | 'compound' | undefined> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  if (head === 'PK\x03\x04') return 'zip';
  return head === '\xd0\xcf\x11\xe0' ? 'compound' : undefined;
}
