import type { Metadata } from 'next';
import { Brand } from '../frame/brand.tsx';
import { pageTexts } from '../frame/page-texts.ts';
import nav from '../frame/store-nav.module.css';
import { pages } from '../frame/store-pages.ts';
import { texts } from '../frame/texts.ts';
import main from '../ui/layout/main.module.css';

export const metadata: Metadata = { title: pageTexts.notFound.title };

/** Its links are plain: every page loads the scripts of this one. */
export default function NotFound() {
  return (
    <main className={main.narrow}>
      <Brand />
      <h1>{pageTexts.notFound.title}</h1>
      <p className={main.lead}>{pageTexts.notFound.lead}</p>
      <nav aria-label={texts.nav.label} className={nav.nav}>
        {pages.map(({ path, name }) => (
          <a key={path} href={path} className={nav.link}>
            {name}
          </a>
        ))}
      </nav>
    </main>
  );
}
