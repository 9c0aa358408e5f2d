/**
 * Size of the files that a browser loads before it shows a wallet.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { firstLoad, limit } from '../../../scripts/first-load.mjs'
import { chainNode } from '../chain/node.ts'
import { keptChain } from '../chain/kept.ts'
import type { Group } from '../group.ts'
import { chromiumWallet } from '../programs/ours-chromium.ts'
import { restore } from '../programs/wallet.ts'
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
      await restore(wallet)
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
    const others = needed.filter((path) => !expected.includes(path) && !isPlainScanner(path))
    if (others.length > 0)
      throw new Error(`load: expected ${expected.join(', ')}, got also ${others.join(', ')}`)
    const sum = (sizes: number[]) => sizes.reduce((all, each) => all + each, 0) / 1000
    return [
      row({
        name: 'load/first load, brotli',
        unit: 'kB',
        value: sum(files.map(({ brotli }) => brotli)),
        goal: atMost(limit, 'kB'),
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

const wordLists = readdirSync('protocol/mnemonic/words').map((name) => name.replace('.ts', '-'))

/** A machine without fused multiply-adds loads this module instead of `scan-fma`. */
const isPlainScanner = (path: string) => path.startsWith('assets/scan-simd-')

/** Word lists are loaded on demand. The bundler names a chunk after its module. */
const isWordList = (path: string) => wordLists.some((name) => path.startsWith(`assets/${name}`))
