import type { MetadataRoute } from 'next';

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: 'Plant store',
    short_name: 'Plants',
    start_url: '/',
    display: 'standalone',
    background_color: '#f4f6f0',
    theme_color: '#f4f6f0',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  };
}
