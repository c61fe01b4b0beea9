/** Saves a file under a name with the present date. */
export function saveFile(file: Blob, name: string, ending = 'csv') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.${ending}`;
  link.click();
  // The browser reads the file only later, so the address must stay valid until then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
