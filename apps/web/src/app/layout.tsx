import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import '@fontsource-variable/atkinson-hyperlegible-next/index.css';
import './globals.css';
import { pageTexts } from '../frame/page-texts.ts';
import { texts } from '../frame/texts.ts';
import main from '../ui/layout/main.module.css';
import { HydratedPage } from './hydrated-page.tsx';

export const metadata: Metadata = {
  title: { default: texts.brand, template: `%s · ${texts.brand}` },
  description: pageTexts.description,
  robots: { index: false },
};

export const viewport: Viewport = {
  // The on-screen keyboard of a phone must not cover the sheet with the form.
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f4f6f0' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1611' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Renders each page on request, because its scripts contain the nonce of its Content-Security-Policy.
  await connection();
  return (
    <html lang="en">
      <body>
        <div className={main.root}>{children}</div>
        <HydratedPage />
      </body>
    </html>
  );
}
