/** Saves a file in the browser as a download with this name. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads it only after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
