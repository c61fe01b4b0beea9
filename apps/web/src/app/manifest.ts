import type { MetadataRoute } from 'next';
import { texts } from '../frame/texts.ts';

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: texts.brand,
    short_name: texts.nav.plants,
    start_url: '/',
    display: 'standalone',
    background_color: '#f4f6f0',
    theme_color: '#f4f6f0',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  };
}
