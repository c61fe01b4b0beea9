/**
 * Removes the additions of a scanner: the AIM symbology identifier at the start (ISO/IEC 15424: `]C1`, `]Q3`), and
 * spaces and control characters at both ends. A URL or any other text stays unchanged.
 */
export function scannedText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: scanners send them
  const trimmed = text.replace(/^[\s\u0000-\u001f\u007f]+|[\s\u0000-\u001f\u007f]+$/g, '');
  return trimmed.replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '').trim();
}

/** True if a key ends a scan: Enter, or one of CR, LF and EOT, which arrive as Ctrl with M, J and D. */
export const isScanEnd = ({ key, ctrlKey }: { key: string; ctrlKey: boolean }): boolean =>
  key === 'Enter' || (ctrlKey && ['m', 'j', 'd'].includes(key.toLowerCase()));
