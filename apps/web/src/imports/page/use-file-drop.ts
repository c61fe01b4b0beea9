import { useEffect, useRef, useState } from 'react';

/**
 * Accepts a file that is dropped anywhere on the page, and returns whether one is over it. Without `onFile` the file
 * is ignored, and does not open in place of the page.
 */
export function useFileDrop(onFile: ((file: File) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFile);
  useEffect(() => {
    take.current = onFile;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer && !take.current) event.dataTransfer.dropEffect = 'none';
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      // Leaving one element for another on the page is not leaving the page.
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) take.current?.(file);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return isOver && onFile !== undefined;
}

/** A text that is dropped into a field is for the field. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
