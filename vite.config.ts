import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'
import { version } from './package.json'
import { texts } from './scripts/texts/plugin.mjs'
import { manifest } from './web/manifest.ts'

/** Node programs and their threads. Each is an entry file in `dist/`. */
const programs = {
  nightjar: 'server/nightjar.ts',
  'nightjar-node': 'server/nightjar-node.ts',
  'nightjar-wallet-rpc': 'server/nightjar-wallet-rpc.ts',
  'nightjar-scanner': 'server/wallet-rpc/scan-thread.ts',
  'nightjar-hasher': 'server/wallet-rpc/hash-thread.ts',
  'nightjar-stretcher': 'server/wallet-rpc/stretch-thread.ts',
  'nightjar-pow': 'proxy/pow/thread.ts',
}

/** Copies the files next to the Node programs that these read from their own folder. */
const filesBeside: Plugin = {
  name: 'nightjar:files-beside',
  writeBundle({ dir }) {
    for (const name of ['nightjar', 'nightjar-fma', 'pow', 'scan-fma', 'scan-simd'])
      copyFileSync(`wasm/build/${name}.wasm`, `${dir}/${name}.wasm`)
    for (const name of readdirSync('protocol/checkpoints').filter((file) => file.endsWith('.bin')))
      copyFileSync(`protocol/checkpoints/${name}`, `${dir}/${name}`)
  },
}

/**
 * Escapes the few characters of a program that are outside Latin-1: V8 keeps a text with one of them in two bytes a
 * character. A list of words in another script is shorter without escapes.
 */
const inLatin1: Plugin = {
  name: 'nightjar:in-latin1',
  // After all other steps: rolldown prints a program anew after `renderChunk`, without escapes.
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const others = chunk.code.match(wide)?.length ?? 0
      if (5 * others <= chunk.code.length) chunk.code = chunk.code.replace(wide, escaped)
    }
  },
}
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const wide = /[\u0100-\uffff]/g

/** Address of the proxy behind the development server. */
const backend = 'http://127.0.0.1:8341'

/** Starts the built proxy behind the development server, with the private chain of `npm start`. */
const startBackend: Plugin = {
  name: 'nightjar:backend',
  apply: 'serve',
  configureServer({ httpServer }) {
    const args = ['dist/nightjar.js', '--port', new URL(backend).port]
    const program = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    httpServer?.once('close', () => program.kill())
    process.once('exit', () => program.kill())
    // Vite handles SIGTERM but not SIGINT: without this, Ctrl-C would leave the proxy running.
    process.once('SIGINT', () => process.exit(130))
  },
}

const forNode: UserConfig = {
  publicDir: false,
  plugins: [filesBeside, inLatin1],
  // All packages are bundled, except those that contain a native module.
  ssr: { noExternal: true, external: ['better-sqlite3', 'zeromq'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: false,
    // V8 keeps the text of a program in memory.
    rolldownOptions: {
      input: programs,
      output: { comments: { legal: true, annotation: false, jsdoc: false } },
    },
  },
}

/**
 * Bundles what the page or a worker loads at its start into one chunk, which compresses better than many small
 * ones. The entry file of a worker stays outside: it listens for the first message, so no code that awaits may run before it.
 * What the page loads for an open wallet is another chunk, with all that it imports.
 */
const wholeStart = {
  codeSplitting: {
    groups: [
      {
        name: 'start',
        tags: ['$initial' as const],
        test: /^(?!.*worker\/hosts\/)/,
        priority: 1,
      },
      { name: 'wallet', test: /views\/open\/OpenWallet\.svelte/ },
    ],
  },
}

type PrecacheTransform = NonNullable<VitePWAOptions['workbox']['manifestTransforms']>[number]

/**
 * Lets the service worker keep the list of the page's files and its signature. They are written last, because
 * the list contains the service worker: their revision follows from the other files.
 */
const keepReleaseFiles: PrecacheTransform = (entries) => {
  const { VITE_RELEASE_KEY: key, VITE_RELEASE_DATE: date } = process.env
  const files = entries.map(({ url, revision }) => [url, revision])
  const of = JSON.stringify([version, date, key, files])
  const revision = createHash('sha256').update(of).digest('hex').slice(0, 32)
  const names = key === undefined ? ['release.json'] : ['release.json', 'release.sig']
  return { manifest: [...entries, ...names.map((url) => ({ url, revision, size: 0 }))] }
}

const page: UserConfig = {
  root: 'web',
  plugins: [
    texts(),
    svelte(),
    startBackend,
    VitePWA({
      // A new version waits until the user reloads: see web/state/update.svelte.ts.
      registerType: 'prompt',
      injectRegister: null,
      manifest,
      workbox: {
        // All code, also the large lists that rate passwords: code that is requested later is not part of the checked
        // version.
        // The check of the node while no page is open.
        importScripts: ['node-check.js'],
        globPatterns: ['**/*.{html,js,css,wasm,svg,png,webmanifest}'],
        navigateFallback: 'index.html',
        cleanupOutdatedCaches: true,
        manifestTransforms: [keepReleaseFiles],
      },
    }),
  ],
  worker: { format: 'es', rolldownOptions: { output: wholeStart } },
  server: {
    proxy: {
      // Daemon calls. Everything else is the page's source or belongs to the development server.
      '^/(json_rpc|dns-query|node/.*|[a-z_]+(\\.bin)?)$': {
        target: backend,
        changeOrigin: true,
        headers: { origin: backend },
      },
    },
  },
  build: {
    target: 'es2022',
    outDir: '../dist/page',
    emptyOutDir: true,
    // The page's CSP does not allow code from data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: { output: wholeStart },
  },
}

export default defineConfig(({ mode }) => (mode === 'programs' ? forNode : page))
