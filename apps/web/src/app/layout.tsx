import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import '@fontsource-variable/atkinson-hyperlegible-next/index.css';
import './globals.css';
import main from '../page/main.module.css';

export const metadata: Metadata = {
  title: { default: 'Plant store', template: '%s · Plant store' },
  description: 'The plants of the store, and the form to add more.',
  robots: { index: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f4f6f0' },
    { media: '(prefers-color-scheme: dark)', color: '#0f1611' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Pages are made for each request: the nonce of its Content-Security-Policy stands in their scripts.
  await connection();
  return (
    <html lang="en">
      <body>
        <div className={main.root}>{children}</div>
      </body>
    </html>
  );
}
