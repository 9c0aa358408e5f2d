/** What a daemon learns from the first requests for blocks: not where the wallet stopped, nor its restore height. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeTo } from '#protocol/epee/epee.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { encodedDaemon } from '../support/daemons/encoded-daemon.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** A chain on which some blocks pay a wallet. */
function paidChain(blocks: number) {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  return extended(script, blocks)
}

function extended(script: ScriptedChain, blocks: number) {
  while (script.height < blocks) script.mine([], script.height % 3 === 0 ? ours : undefined)
  return script
}

/** A stored wallet on a chain, and the requests that its daemon receives. */
async function recordedWallet(script: ScriptedChain, restoreHeight = 0n) {
  const sent: string[] = []
  const { service } = await scriptedWallet(crypto, {
    script,
    wanted: { name: 'wallet', restoreHeight },
    wrap: (daemon) =>
      encodedDaemon(
        daemon,
        (_, answer) => answer,
        (path, body) => void sent.push(`${path} ${bytesToHex(body)}`),
      ),
  })
  const refresh = async () => {
    sent.length = 0
    await service.wallet!.sync.refresh()
    return sent.splice(0)
  }
  return {
    /** Requests of a refresh. */
    refresh,
    /** Requests of the first refresh after the wallet was closed and opened. */
    async reopen() {
      await service.close()
      await service.open('wallet', '')
      return refresh()
    },
    /** Requests of the first refresh from another daemon. */
    otherDaemon() {
      service.wallet!.setDaemon({ address: 'other', trusted: false })
      return refresh()
    },
  }
}

/** The block requests among them: start height, and heights of the ids; the genesis block is left out. */
function blockRequests(script: ScriptedChain, requests: readonly string[]) {
  const heights = new Map(script.blocks.map(({ id }, at) => [bytesToHex(id), at + 1]))
  return requests
    .filter((each) => each.includes('blocks.bin'))
    .map((each) => epeeTo(bin.get_blocks.params, hexToBytes(each.split(' ')[1]!)))
    .map(({ start_height, block_ids }) => ({
      start: Number(start_height),
      ids: block_ids.slice(0, -1).map((id) => heights.get(bytesToHex(id))),
    }))
}

test('wallets that stopped at different heights within 64 blocks send the same bytes', async () => {
  const script = paidChain(130)
  const wallets = []
  for (const blocks of [130, 161, 192]) {
    extended(script, blocks)
    const each = await recordedWallet(script)
    await each.refresh()
    wallets.push(each)
  }
  const requests = []
  for (const { reopen } of wallets) requests.push(await reopen())
  // The last one stopped at the top of the chain, and sends the requests nevertheless.
  expect(requests[1]).toEqual(requests[0])
  expect(requests[2]).toEqual(requests[0])
  expect(blockRequests(script, requests[0]!)).toMatchObject([
    {
      start: 0,
      ids: [128, 127, 126, 125, 124, 123, 122, 121, 120, 119, 118, 116, 112, 104, 88, 56],
    },
    { start: 0, ids: { 0: 177 } },
  ])
})

test('another daemon does not learn where the wallet stopped; the same one receives its last block', async () => {
  const script = paidChain(150)
  const { refresh, otherDaemon } = await recordedWallet(script)
  await refresh()
  extended(script, 152)
  expect(blockRequests(script, await refresh())[0]!.ids[0]).toBe(149)
  extended(script, 153)
  expect(blockRequests(script, await otherDaemon())[0]!.ids[0]).toBe(128)
  // It has served the wallet up to its top block.
  expect(blockRequests(script, await refresh())).toEqual([])
})

test('restore heights within 64 blocks are the same bytes when restoring and when opening again', async () => {
  const script = paidChain(260)
  const requests = []
  for (const restoreHeight of [64n, 100n, 127n]) {
    const { refresh, reopen } = await recordedWallet(script, restoreHeight)
    requests.push([...(await refresh()), ...(await reopen())])
  }
  expect(requests[1]).toEqual(requests[0])
  expect(requests[2]).toEqual(requests[0])
  expect(blockRequests(script, requests[0]!)[0]).toEqual({ start: 64, ids: [] })
})

test('the oldest block id of a request is not the restore height', async () => {
  const script = paidChain(600)
  const requests = []
  for (const restoreHeight of [150n, 300n]) {
    const { refresh, reopen } = await recordedWallet(script, restoreHeight)
    await refresh()
    requests.push(await reopen())
  }
  expect(requests[1]).toEqual(requests[0])
  expect(blockRequests(script, requests[0]!)[0]!.ids.at(-1)).toBe(312)
})
