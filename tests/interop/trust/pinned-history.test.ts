/** False blocks below the newest pin. The pins are those of a private chain of a real monerod. */
import { hexToBytes } from '@noble/hashes/utils.js'
import { expect } from 'vitest'
import { pinsOf } from '../../support/chains/pinned-chain.ts'
import { startTamperingProxy } from '../../support/network/tampering-proxy.ts'
import { startMonerod, type Monerod, type Result } from '../../support/programs/monerod.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import { startDeceivedWallet } from '../../support/trust/deceived-wallet.ts'
import { forgedBranch, withBlocks } from '../../support/trust/forged-blocks.ts'
import { shownText } from '../../support/trust/shown-text.ts'
import { allTables } from '../../support/wallets/crashing-wallet.ts'

/** The first group of 512 blocks and the block at this height are pinned. */
const checkpoint = 513
const height = 516n

let node: Monerod
let pinnedBlocks: ReturnType<typeof pinsOf>

beforeAll(async () => {
  node = await startMonerod()
  const probe = await startDeceivedWallet(node)
  await node.mine(450)
  await node.mine(1, probe.wallet.primaryAddress)
  await node.mine(64)
  const { genesis } = probe.wallet.chain
  await probe.service.close()
  const range = { start_height: 1, end_height: height - 1n }
  const { headers } = await node.call('get_block_headers_range', range)
  const blocks = (headers as Result[]).map(({ hash }) => ({ id: hexToBytes(hash) }))
  pinnedBlocks = pinsOf({ genesis, blocks }, checkpoint)
}, 900_000)

test('error: false blocks below the release height of mainnet', async () => {
  const deceived = await startDeceivedWallet(node, { ports: { pinnedBlocks } })
  const forged = await forgedBranch(node, 400)
  await deceived.during(withBlocks(forged), () =>
    expect(deceived.call('refresh')).rejects.toThrow(
      shownText('false blocks below the release height of mainnet'),
    ),
  )
  const { chain, store } = deceived.wallet
  expect([chain.height, store.outputs.size]).toEqual([1n, 0])
  await deceived.call('refresh')
  expect([chain.height, store.outputs.size]).toEqual([height, 1])
})

test('error: a branch below proven blocks', async () => {
  const deceived = await startDeceivedWallet(node, { ports: { pinnedBlocks } })
  await deceived.call('refresh')
  const before = allTables(deceived.wallet.store)
  // A new daemon is asked for blocks from a multiple of 64 on.
  const liar = await startTamperingProxy(node.url)
  const tamper = withBlocks(await forgedBranch(node, 513))
  liar.tamper = tamper({ height, randomKey: () => new Uint8Array(32) })
  deceived.wallet.setDaemon({ address: liar.address, trusted: false })
  await expect(deceived.call('refresh')).rejects.toThrow(shownText('a branch below proven blocks'))
  expect(allTables(deceived.wallet.store)).toEqual(before)
})
