import { expect, test } from 'vitest'
import { deleteSpentRings } from '../../../../worker/engine/ledger/spent-rings.ts'
import { detachBlocks } from '../../../../worker/engine/ledger/detach.ts'
import { resetChain } from '../../../../worker/engine/sync/rescan.ts'
import type { RingRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const record: RingRecord = {
  real: 7,
  candidates: [7, 8],
  height: 100n,
  ring: [7, 8],
  answer: { daemon: 'node:18081', points: new Uint8Array(128) },
  refused: [{ daemon: 'other:18081', claims: ['8 locked'] }],
}

async function stored(spent?: { txid: string; height?: bigint }) {
  const store = new Store(() => Promise.resolve())
  const output = someOutput({ height: 50n, ...(spent && { spent }) })
  await store.commit((change) => {
    change.put(store.outputs, output.key, output)
    change.put(store.rings, output.key, record)
  })
  return { store, kept: () => store.rings.get(output.key) }
}

test.each([
  ['ten blocks deep is deleted', { txid: 'a', height: 100n }, 110n, undefined],
  ['nine blocks deep is kept', { txid: 'a', height: 101n }, 110n, record],
  ['of a pending payment is kept', { txid: 'a' }, 1000n, record],
  ['of an unspent output is kept', undefined, 1000n, record],
])('a record %s', async (_, spent, height, expected) => {
  const { store, kept } = await stored(spent)
  await store.commit((change) => deleteSpentRings(change, store, height))
  expect(kept()).toEqual(expected)
})

test.each([false, true])('a rescan keeps the records (hard: %s)', async (hard) => {
  const { store, kept } = await stored()
  await store.commit((change) => {
    const parts = { store, chain: { height: 1n }, addresses: { clear: () => {} } }
    resetChain(change, parts, { hard })
    deleteSpentRings(change, store, 1000n)
  })
  expect(kept()).toEqual(record)
})

test.each([
  ['above the candidates keeps what members were', 91n, record.answer],
  ['of blocks with candidates keeps the indices alone', 90n, undefined],
])('a reorganisation %s', async (_, height, answer) => {
  const { store, kept } = await stored()
  await store.commit((change) => detachBlocks(change, store, height))
  expect(kept()).toMatchObject({ candidates: [7, 8], ring: [7, 8], refused: record.refused })
  expect(kept()!.answer).toEqual(answer)
})

test('a refresh deletes the record in the tenth block, from that of the spend on', async () => {
  const { wallet, script } = await scriptedWallet(await testCrypto())
  const { store, sync } = wallet
  script.mine([script.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 5n }] })])
  await sync.refresh()
  const [output] = store.outputs.values()
  await store.commit((change) => change.put(store.rings, output!.key, record))

  script.mine([script.pay({ payments: [{ amount: 4n }], spends: [output!.keyImage!] })])
  const depths: [number, boolean][] = []
  for (let depth = 1; depth <= 10; depth++) {
    await sync.refresh()
    depths.push([depth, store.rings.has(output!.key)])
    script.mine()
  }
  expect(store.outputs.get(output!.key)!.spent).toBeDefined()
  expect(depths.filter(([, isKept]) => !isKept)).toEqual([[10, false]])
})
