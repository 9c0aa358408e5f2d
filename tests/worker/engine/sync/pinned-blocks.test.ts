import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import type { WalletEvent } from '../../../../worker/engine/base/events.ts'
import { pinsOf } from '../../../support/chains/pinned-chain.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** A chain of 521 blocks: its first group and block 515 are pinned. Another branch pays the wallet from block 300 on. */
const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
script.perAnswer = 200
while (script.height < 521) script.mine()
const pinnedBlocks = pinsOf(script, 515)
const honest = [...script.blocks]
script.pop(221)
while (script.height < 521) script.mine([], ours)
const other = [...script.blocks]
const show = (blocks: typeof honest) => void script.blocks.splice(0, Infinity, ...blocks)

/** The pins apply from the moment that they are switched on. */
async function walletOf(blocks: typeof honest) {
  let isOn = false
  const { load, heightOf } = pinnedBlocks
  const made = await scriptedWallet(crypto, {
    script,
    pinnedBlocks: { ...pinnedBlocks, load, heightOf: () => (isOn ? heightOf('mainnet') : 0n) },
  })
  show(blocks)
  return { ...made, switchOn: () => (isOn = true) }
}

describe('PinnedBlocks', () => {
  test('loads nothing for a wallet whose blocks begin above the pins', async () => {
    show(honest)
    // Blocks are requested from block 512 on.
    const pinnedBlocks = pinsOf(script, 511)
    const { wallet } = await scriptedWallet(crypto, {
      script,
      pinnedBlocks,
      wanted: { restoreHeight: 517n },
    })
    await wallet.sync.refresh()
    expect([wallet.chain.height, pinnedBlocks.loads]).toEqual([521n, 0])
  })

  test('a branch that no pin proved is replaced by the pinned one', async () => {
    const { wallet, switchOn } = await walletOf(other)
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(221)
    switchOn()
    show(honest)
    await wallet.sync.refresh()
    expect(wallet.chain.at(520n)).toEqual(honest[519]!.id)
    expect(wallet.store.outputs.size).toBe(0)
  })

  test('a wallet without a proven block scans again from its start, and reports the detached blocks', async () => {
    const { wallet, switchOn } = await walletOf(other.slice(0, 450))
    await wallet.sync.refresh()
    expect([wallet.chain.height, wallet.store.outputs.size]).toEqual([451n, 151])
    switchOn()
    show(other)
    const events: WalletEvent[] = []
    wallet.events.subscribe((event) => events.push(event))
    await expect(wallet.sync.refresh()).rejects.toThrow('blocks 0 to 511 of daemon scripted')
    expect([wallet.chain.height, wallet.store.outputs.size]).toEqual([1n, 0])
    expect(events).toContainEqual({ name: 'reorganised', height: 1n, detached: 450 })
    expect(wallet.store.history.value.replaced).toMatchObject([{ height: 1n, detached: 450 }])
  })

  test('error: the pins cannot be loaded, and nothing is applied', async () => {
    show(honest)
    const { wallet } = await scriptedWallet(crypto, {
      script,
      pinnedBlocks: { ...pinnedBlocks, load: () => Promise.reject(new Error('HTTP 404')) },
    })
    await expect(wallet.sync.refresh()).rejects.toThrow('HTTP 404')
    expect(wallet.chain.height).toBe(1n)
  })
})
