import { useEffect } from 'react';

/** Leaves out on paper the parts around the page: header, banners, messages. */
const mainAlone = `@media print {
  body > * > :not(main) { display: none !important }
  main { max-inline-size: none !important; padding: 0 !important }
}`;

/** The style of the printed pages while a component is shown. The Content-Security-Policy allows no `<style>`. */
export function usePageStyle(declarations: string) {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${mainAlone} @page { ${declarations} }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [declarations]);
}
