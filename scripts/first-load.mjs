/**
 * Which files of the built page a browser loads before it shows a new wallet.
 *
 * size-limit selects files by pattern. That does not work here: page, wallet worker and scan worker are
 * bundled separately, and each has chunks of the same name (`start-*.js`, `wasm-*.js`) that the others
 * never load. This module follows the imports instead. `tests/bench/groups/load.ts` compares its result
 * with what Chromium requests.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** Limit for the first load in kilobytes (1000 bytes), compressed with brotli. */
export const limit = 200

/**
 * Files that the code loads on its own when a wallet is created: workers, modules imported on demand, and
 * WASM. Of the modules with and without fused multiply-adds only one is loaded; this names the larger one.
 */
const onDemand = [
  'OpenWallet',
  'wallet',
  'browser',
  'wasm',
  'nightjar-fma',
  'scan-fma',
  'stretch-worker',
  'index.esm',
  'workbox-window.prod.es5',
]

/**
 * Files that the overview of a new wallet loads once it is shown, so they are not part of the first load: the keeper of
 * the focus, notes and states of the overview with what the worker needs for them, and the texts of the other screens.
 */
const afterwards = [
  'keep-focus',
  'SeedReminder',
  'seed-check',
  'EmptyHome',
  'NodeStatus',
  'watch.svelte',
  'settings.svelte',
  'node-check',
  'later.loader',
]

/** Whether the overview loads this file once it is shown. @param {string} path */
export const isLoadedAfterwards = (path) =>
  afterwards.includes(stem(path)) || stem(path).startsWith('texts-later-')

/** The texts of one language, which the first screens need: `texts-start-de`. Those in English belong to the page's code. */
const textsOf = (/** @type {string} */ code) => `texts-start-${code}`

/**
 * The languages of a built page.
 *
 * @param {string} folder For example `dist/page`.
 */
export function languagesOf(folder) {
  const prefix = textsOf('')
  const stems = readdirSync(join(folder, 'assets')).map(stem)
  const others = stems.filter((name) => name.startsWith(prefix))
  return others.length === 0 ? [] : ['en', ...others.map((name) => name.slice(prefix.length))]
}

/**
 * The files of the first load with their brotli sizes.
 *
 * @param {string} folder The built page, for example `dist/page`.
 * @param {string} [language] The language that the user reads.
 * @returns {{ path: string, bytes: number, brotli: number }[]} Sizes in bytes.
 * @throws {Error} If the build lacks a file that is named here.
 */
export function firstLoad(folder, language = 'en') {
  const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
  const found = new Set(['index.html'])
  // A set iterates over what is added during the loop.
  for (const path of found) {
    const text = readFileSync(join(folder, path), 'latin1')
    for (const asset of assets) if (isLoadedBy(text, asset, language)) found.add(asset)
  }
  for (const name of onDemand)
    if (![...found].some((path) => stem(path) === name))
      throw new Error(`${folder}: expected the first load to contain ${name}-*, found none`)
  return [...found].map((path) => {
    const bytes = readFileSync(join(folder, path))
    return { path, bytes: bytes.length, brotli: brotliCompressSync(bytes).length }
  })
}

/** @param {string} text @param {string} asset @param {string} language */
function isLoadedBy(text, asset, language) {
  const name = asset.slice('assets/'.length)
  if ([...onDemand, textsOf(language)].includes(stem(asset))) return text.includes(name)
  return (
    text.includes(`"/${asset}"`) ||
    text.includes(`from"./${name}"`) ||
    text.includes(`import"./${name}"`)
  )
}

/** `assets/scan-fma-CamqOp6Q.wasm` is `scan-fma`. @param {string} path */
const stem = (path) => path.replace(/^assets\//, '').replace(/-[\w-]{8}\.\w+$/, '')
