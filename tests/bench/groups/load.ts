/**
 * What a browser fetches of ours before it can show a wallet.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { chainNode } from '../chain/node.ts'
import { keptChain } from '../chain/kept.ts'
import type { Group } from '../group.ts'
import { chromiumWallet } from '../programs/ours-chromium.ts'
import { restore } from '../programs/wallet.ts'
import { atMost, noGoal, row } from '../row.ts'
import { pageFiles, startServer } from '../server.ts'

/** Code and style: neither icons nor what is fetched when it is needed. */
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
    const find = pageFiles()
    const files = await Promise.all(needed.map(async (path) => (await find(path))!))
    const sum = (sizes: number[]) => sizes.reduce((all, each) => all + each, 0) / 1000
    return [
      row({
        name: 'load/first load, brotli',
        unit: 'kB',
        value: sum(files.map(({ bytes, brotli }) => (brotli ?? bytes).length)),
        goal: atMost(200, 'kB'),
      }),
      row({
        name: 'load/first load, raw',
        unit: 'kB',
        value: sum(files.map(({ bytes }) => bytes.length)),
        goal: noGoal,
      }),
    ]
  },
}

const wordLists = readdirSync('protocol/mnemonic/words').map((name) => name.replace('.ts', '-'))

/** The bundler names a chunk after its module. */
const isWordList = (path: string) => wordLists.some((name) => path.startsWith(`assets/${name}`))
