import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Nightjar',
  short_name: 'Nightjar',
  description: 'A Monero wallet that runs in your browser',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#15171f',
  theme_color: '#15171f',
  categories: ['finance'],
  icons: [
    { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
