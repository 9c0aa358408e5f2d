import { spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './web/manifest.ts'

/** Programs of this project that Node runs, and their threads, each bundled into one file of `dist/`. */
const programs = {
  nightjar: 'server/nightjar.ts',
  'nightjar-node': 'server/nightjar-node.ts',
  'nightjar-wallet-rpc': 'server/nightjar-wallet-rpc.ts',
  'nightjar-scanner': 'server/wallet-rpc/scan-thread.ts',
  'nightjar-pow': 'proxy/pow/thread.ts',
}

/** Node programs read the crypto modules from beside themselves. */
const wasmBeside: Plugin = {
  name: 'nightjar:wasm-beside',
  writeBundle({ dir }) {
    for (const name of ['nightjar', 'pow', 'scan-fma', 'scan-simd'])
      copyFileSync(`wasm/build/${name}.wasm`, `${dir}/${name}.wasm`)
  },
}

/** Where page and proxy answer while the page is worked on. */
const backend = 'http://127.0.0.1:8341'

/** Starts the built programs behind the development server, on the private chain of `npm start`. */
const startBackend: Plugin = {
  name: 'nightjar:backend',
  apply: 'serve',
  configureServer({ httpServer }) {
    const args = ['dist/nightjar.js', '--port', new URL(backend).port]
    const program = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    httpServer?.once('close', () => program.kill())
    process.once('exit', () => program.kill())
    // Vite ends in order on SIGTERM alone; on this one nobody would hear of its end.
    process.once('SIGINT', () => process.exit(130))
  },
}

const forNode: UserConfig = {
  publicDir: false,
  plugins: [wasmBeside],
  // One file runs from anywhere; only the native module stays outside.
  ssr: { noExternal: true, external: ['better-sqlite3'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: false,
    rolldownOptions: { input: programs },
  },
}

/**
 * What a worker fetches at its start comes in one piece, which packs better than two dozen that share modules with
 * what is loaded later. An entry stays outside: it hears the first message, and code that waits must not come before.
 */
const wholeStart = {
  codeSplitting: {
    groups: [{ name: 'start', tags: ['$initial' as const], test: /^(?!.*worker\/hosts\/)/ }],
  },
}

const page: UserConfig = {
  root: 'web',
  plugins: [
    svelte(),
    startBackend,
    VitePWA({
      // A new version waits until the person reloads: see web/state/update.svelte.ts.
      registerType: 'prompt',
      injectRegister: null,
      manifest,
      workbox: {
        globPatterns: ['**/*.{html,js,css,wasm,svg,png,webmanifest}'],
        navigateFallback: 'index.html',
        cleanupOutdatedCaches: true,
      },
    }),
  ],
  worker: { format: 'es', rolldownOptions: { output: wholeStart } },
  server: {
    proxy: {
      // What is neither the page's source nor the development server's own is the daemon's.
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
    // The page's CSP allows no data: URL for code.
    assetsInlineLimit: 0,
  },
}

export default defineConfig(({ mode }) => (mode === 'programs' ? forNode : page))
