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
  // In the fragment, which no browser sends to a server.
  protocol_handlers: [{ protocol: 'web+monero', url: '/#/send/%s' }],
  // The service worker answers this address from its cache; the page moves the text into the fragment.
  share_target: {
    action: '/',
    method: 'GET',
    params: { title: 'share-title', text: 'share-text', url: 'share-url' },
  },
  icons: [
    { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
