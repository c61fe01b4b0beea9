/**
 * Removes the additions of a scanner: the AIM symbology identifier at the start (ISO/IEC 15424: `]C1`, `]Q3`), and
 * spaces and control characters at both ends. A URL or any other text stays unchanged.
 */
export function scannedText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send them
  const trimmed = text.replace(/^[\s\u0000-\u001f\u007f]+|[\s\u0000-\u001f\u007f]+$/g, '');
  return trimmed.replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '').trim();
}

/** The text of a field without the scan that stands before its caret; `undefined` if another text stands there. */
export function withoutScan(
  { value, selectionStart }: Pick<HTMLInputElement, 'value' | 'selectionStart'>,
  scan: string,
): string | undefined {
  const before = value.slice(0, selectionStart ?? value.length);
  return before.endsWith(scan)
    ? before.slice(0, before.length - scan.length) + value.slice(before.length)
    : undefined;
}
