/**
 * A monero-wallet-rpc, and the engine of a page in Chromium, asked in its worker.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { JsonError, stringifyJson } from '#protocol/json/json.ts'
import { Decimal } from '#protocol/json/scanner.ts'
import { parseRequest } from '#protocol/json/request-json.ts'
import { chromiumWallet } from '../../bench/programs/ours-chromium.ts'
import { startServer } from '../../bench/server.ts'
import { count } from '../random/case-counts.ts'
import { startWalletRpc } from '../programs/monerod.ts'
import type { ServedNode } from '../daemons/served-node.ts'
import { paramsText, type Case } from './cases/cases.ts'
import { isOpening } from './cases/call-order.ts'
import type { Pair } from './scene.ts'
import { askAt, outcomeOf, type Ask } from './both-wallets.ts'

/**
 * Whether a page is asked it: what no door reads stands for no value, and `1e0` for the same as `1`.
 * Wallets, of which each takes a page a second or two, are made in a proof run alone.
 */
export function isAskedOfPage({ method, params }: Case): boolean {
  if (isOpening(method) && count(0, 1) === 0) return false
  try {
    return !isSpelled(readParams(paramsText(params)))
  } catch (error) {
    if (error instanceof JsonError) return false
    throw error
  }
}

const readParams = (text: string) => parseRequest(utf8ToBytes(text))

/** Whether a whole number stands in it that is refused for how it is written. */
const isSpelled = (value: unknown): boolean =>
  value instanceof Decimal
    ? Number.isInteger(Number(value))
    : typeof value === 'object' && value !== null && Object.values(value).some(isSpelled)

/** Both on the node at `daemon`, the page through a server of its own. */
export async function startWithPage(daemon: string, node: ServedNode): Promise<Pair> {
  const server = await startServer(async (path, body) => (await node.post(path, body)).bytes)
  const [theirs, wallet] = await Promise.all([startWalletRpc({ daemon }), chromiumWallet(server)])
  // What a door reads of JSON the page has as values.
  const asked: Ask = async (method, params) =>
    outcomeOf(await wallet.ask(method, stringifyJson(readParams(params))))
  // As the other is told when it starts: a page trusts no daemon unless its wallet is told to.
  const ask: Ask = async (method, params) => {
    const outcome = await asked(method, params)
    if ('result' in outcome && isOpening(method)) await asked('set_daemon', '{"trusted":true}')
    return outcome
  }
  return {
    theirs: { ...theirs, ask: askAt(theirs.url) },
    ours: {
      ask,
      async stop() {
        await wallet.close()
        await server.close()
      },
    },
  }
}
