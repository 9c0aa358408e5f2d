/**
 * Sets of several transactions that a wallet which can only view asks for, and all it has swept: each half of
 * the pair ours or monero-wallet-rpc's.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import {
  setColdScene,
  type ColdScene,
  type Half,
} from '../../support/wallet-comparison/cold-scene.ts'
import { pays, xmr } from '../../support/wallet-comparison/payment-scene.ts'

let made: ColdScene

beforeAll(async () => {
  made = await setColdScene(6)
}, 600_000)

const tenth = xmr / 10n

describe.each([
  ['made by ours, signed by the reference', ({ hot, cold }) => [hot.ours, cold.theirs]],
  ['made by the reference, signed by ours', ({ hot, cold }) => [hot.theirs, cold.ours]],
] as [string, (scene: ColdScene) => [Half, Half]][])('%s', (_, halves) => {
  test('a transfer that takes several transactions arrives', async () => {
    const [view, sign] = halves(made)
    const { scene } = made
    // One transaction pays 15 at most.
    const to = [scene.to.standard, ...scene.to.subs, scene.to.far]
    const wanted = Array.from({ length: 20 }, (_, i) => {
      return [to[i % to.length]!, tenth + BigInt(i)] as const
    })
    const split = await made.pay(view, sign, 'transfer_split', { destinations: pays(wanted) })
    expect(split.tx_hash_list).toHaveLength(2)
    for (const address of to) {
      let arrived = 0n
      for (const txid of split.tx_hash_list) {
        const { tx_key } = await sign.call('get_tx_key', { txid })
        arrived += await scene.proven(txid, tx_key, address)
      }
      const due = wanted.filter(([payee]) => payee === address)
      expect(arrived).toBe(due.reduce((sum, [, amount]) => sum + amount, 0n))
    }
    await settled(view)
  })

  test('the whole balance is swept to an own address', async () => {
    const [view, sign] = halves(made)
    const { scene } = made
    const before = await held(view)
    // In as many outputs as another split transfer needs.
    const { tx_hash_list } = await made.pay(view, sign, 'sweep_all', {
      address: scene.ours.wallet.primaryAddress,
      outputs: 6,
    })
    await settled(view)
    const { transfers } = await view.call('incoming_transfers', { transfer_type: 'available' })
    expect(new Set(transfers.map(({ tx_hash }: { tx_hash: string }) => tx_hash))).toEqual(
      new Set(tx_hash_list),
    )
    const after = await held(view)
    expect(after).toBeLessThan(before)
    expect(after).toBeGreaterThan(before - tenth)
  })
})

const held = async (view: Half): Promise<bigint> => (await view.call('get_balance')).balance

/** All is mined and can be spent, and a wallet that can only view knows as much as one that can spend. */
async function settled(view: Half) {
  await made.scene.settle()
  await made.learn()
  expect(await held(view)).toBe((await made.scene.ours.call('get_balance')).balance)
}
