/**
 * Size of the files that a browser loads before it shows a wallet.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { firstLoad, isLoadedAfterwards, languagesOf, limit } from '../../../scripts/first-load.mjs'
import { chainNode } from '../chain/node.ts'
import { keptChain } from '../chain/kept.ts'
import type { Group } from '../group.ts'
import { chromiumWallet } from '../programs/ours-chromium.ts'
import { atMost, noGoal, row } from '../row.ts'
import { startServer } from '../server.ts'

/** Code and style sheets, without icons. */
const counts = /\.(html|js|css|wasm)$/

export const load: Group = {
  name: 'load',
  summary: 'what a browser must load',
  async measure({ size }) {
    const server = await startServer(chainNode(await keptChain({ ...size.ours, blocks: 1 })))
    const wallet = await chromiumWallet(server)
    try {
      await wallet.call('auto_refresh', { enable: false })
      // Creating needs no method that is loaded on demand; restoring does.
      await wallet.call('create_wallet', { filename: 'bench', password: '', language: 'English' })
      await wallet.page.waitForFunction(() => document.body.innerText.includes('Overview'))
    } finally {
      await wallet.close()
      await server.close()
    }
    const needed = [...new Set(server.asked())].filter(
      (path) => counts.test(path) && !isWordList(path),
    )
    const files = firstLoad('dist/page')
    const expected = files.map(({ path }) => path)
    const later = needed.filter(isLoadedAfterwards)
    const others = needed.filter(
      (path) => !expected.includes(path) && !later.includes(path) && !isPlainModule(path),
    )
    if (others.length > 0)
      throw new Error(`load: expected ${expected.join(', ')}, got also ${others.join(', ')}`)
    const sum = (sizes: number[]) => sizes.reduce((all, each) => all + each, 0) / 1000
    return [
      ...languagesOf('dist/page').map((language) =>
        row({
          name: `load/first load, brotli, ${language}`,
          unit: 'kB',
          value: sum(firstLoad('dist/page', language).map(({ brotli }) => brotli)),
          goal: atMost(limit, 'kB'),
        }),
      ),
      row({
        name: 'load/what the overview loads once it is shown, brotli',
        unit: 'kB',
        value: sum(later.map(brotliSize)),
        goal: noGoal,
      }),
      row({
        name: 'load/first load, raw',
        unit: 'kB',
        value: sum(files.map(({ bytes }) => bytes)),
        goal: noGoal,
      }),
    ]
  },
}

const brotliSize = (path: string) => brotliCompressSync(readFileSync(`dist/page/${path}`)).length

const wordLists = readdirSync('protocol/mnemonic/words').map((name) => name.replace('.ts', '-'))

/** A machine without fused multiply-adds loads these modules instead of those whose name ends in `-fma`. */
const isPlainModule = (path: string) => /^assets\/(nightjar|scan-simd)-[\w-]{8}\.wasm$/.test(path)

/** Word lists are loaded on demand. The bundler names a chunk after its module. */
const isWordList = (path: string) => wordLists.some((name) => path.startsWith(`assets/${name}`))
