export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file only later, so the address must stay valid until then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
