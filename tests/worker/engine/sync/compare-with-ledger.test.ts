import { describe, expect, test } from 'vitest'
import { Run } from '../../../../worker/engine/download/cancellable-run.ts'
import { OwnKeyImages } from '../../../../worker/engine/ledger/own-key-images.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import { startScanner } from '../../../../worker/engine/scan/scanner.ts'
import type { OutputRecord, ReceivedRecord } from '../../../../worker/engine/store/records.ts'
import { compareWithLedger } from '../../../../worker/engine/sync/compare-with-ledger.ts'
import { blocksAnswer, contentOf, cutAnswer } from '../../../support/chains/block-pieces.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/**
 * A wallet with six blocks: a payment in block 2, one with a payment id in block 4, a spend of the first in block 5, and
 * a reward in block 6. Each of them has a foreign transaction too.
 */
async function scene() {
  const { wallet, script } = await scriptedWallet(crypto)
  const { store, ports, addresses } = wallet
  const pay = (amount: bigint, paymentId?: Uint8Array) =>
    script.pay({
      payments: [{ to: ours, amount }, { amount: 1n }],
      ...(paymentId && { paymentId }),
    })
  const foreign = () => script.pay({ payments: [{ amount: 1n }, { amount: 2n }] })
  const [first, second] = [pay(5n), pay(6n, new Uint8Array(8).fill(7))]
  const spend = script.pay({ payments: [{ amount: 1n }], spends: [first.keyImages[0]!] })
  const others = [foreign(), foreign(), foreign()]
  script.mine().mine([first, others[0]!]).mine().mine([others[1]!, second])
  script.mine([others[2]!, spend]).mine([], ours)
  await wallet.sync.refresh()
  await store.commit((change) => {
    for (const [name, row] of store.received.rows)
      change.put(store.received, name, { ...row, proved: false })
  })
  const txids = { first: first.txid, second: second.txid, spend: spend.txid }
  const output = (amount: bigint) =>
    [...store.outputs.values()].find((row) => row.amount === amount)!
  const changeOutput = (row: OutputRecord, given: Partial<OutputRecord>) =>
    store.commit((change) => change.put(store.outputs, row.key, { ...row, ...given }))
  const changeReceived = (txid: string, given: Partial<ReceivedRecord>) =>
    store.commit((change) => {
      for (const [name, row] of store.received.rows)
        if (row.txid === txid) change.put(store.received, name, { ...row, ...given })
    })
  /** Compares all blocks, whole. */
  async function compare() {
    const content = contentOf(script)
    const blocks = content.blocks.map((block, at) => ({
      ...block,
      txs: script.blocks[at]!.txs.map(({ whole }) => ({ blob: whole })),
    }))
    const piece = cutAnswer(blocksAnswer('whole', { ...content, blocks })).pieces[0]!
    const scanner = startScanner(
      { ...ports, scanThreads: undefined },
      store.secrets.value.viewSecret,
    )
    const scanned = await scanner.scan(readPiece(piece, crypto), 0)
    const parts = { ports, store, addresses }
    const { proved, difference } = await compareWithLedger(
      parts,
      new OwnKeyImages(store),
      scanned,
      new Run(),
    )
    return { proved: [...proved.values()].map(({ height }) => height), difference }
  }
  return { store, txids, others, output, changeOutput, changeReceived, compare }
}

describe('blocks with the content of the ledger', () => {
  test('prove the payments that are not marked yet', async () => {
    const { compare, changeReceived, txids } = await scene()
    expect(await compare()).toEqual({ proved: [2n, 4n, 6n], difference: undefined })
    await changeReceived(txids.second, { proved: true })
    expect(await compare()).toEqual({ proved: [2n, 6n], difference: undefined })
  })

  test('do not contain what was imported', async () => {
    const { compare, store } = await scene()
    const imported = someOutput({ height: 3n, imported: { position: 0, requested: false } })
    await store.commit((change) => change.put(store.outputs, imported.key, imported))
    expect((await compare()).difference).toBeUndefined()
  })
})

describe('a difference', () => {
  type Scene = Awaited<ReturnType<typeof scene>>
  const isFalse = true

  test.each<[string, (made: Scene) => Promise<unknown>, bigint, keyof Scene['txids'], boolean]>([
    [
      'an amount',
      ({ changeOutput, output }) => changeOutput(output(6n), { amount: 60n }),
      4n,
      'second',
      isFalse,
    ],
    [
      'an address',
      ({ changeOutput, output }) =>
        changeOutput(output(6n), { subaddress: { account: 0, address: 1 } }),
      4n,
      'second',
      isFalse,
    ],
    [
      'an account',
      ({ changeOutput, output }) =>
        changeOutput(output(6n), { subaddress: { account: 1, address: 0 } }),
      4n,
      'second',
      isFalse,
    ],
    [
      'the lock of an output',
      ({ changeOutput, output }) => changeOutput(output(6n), { unlockTime: 9n }),
      4n,
      'second',
      isFalse,
    ],
    [
      'a payment id',
      ({ changeReceived, txids }) => changeReceived(txids.second, { paymentId: '0'.repeat(16) }),
      4n,
      'second',
      isFalse,
    ],
    [
      'the lock of a payment',
      ({ changeReceived, txids }) => changeReceived(txids.second, { unlockTime: 9n }),
      4n,
      'second',
      isFalse,
    ],
    [
      'a fee',
      ({ changeReceived, txids }) => changeReceived(txids.second, { fee: 9n }),
      4n,
      'second',
      isFalse,
    ],
    [
      'an output that the ledger lacks',
      ({ store, output }) => store.commit((change) => change.delete(store.outputs, output(6n).key)),
      4n,
      'second',
      false,
    ],
    [
      'a spend that the ledger lacks',
      ({ store, output }) =>
        store.commit((change) => {
          const { spent: _, ...row } = output(5n)
          change.put(store.outputs, row.key, row)
        }),
      5n,
      'spend',
      false,
    ],
  ])('is %s', async (_, change, height, name, isFalse) => {
    const made = await scene()
    await change(made)
    expect(await made.compare()).toEqual({
      // Only what is below is proved.
      proved: [2n, 4n].filter((below) => below < height),
      difference: { height, txid: made.txids[name], isFalse },
    })
  })

  test('is a spend by another transaction of the same block', async () => {
    const { compare, changeOutput, output, others } = await scene()
    const { txid } = others[2]!
    await changeOutput(output(5n), { spent: { txid, height: 5n } })
    expect(await compare()).toMatchObject({ proved: [2n, 4n], difference: { height: 5n, isFalse } })
  })

  test('is the lowest one', async () => {
    const { compare, changeOutput, output, txids } = await scene()
    await changeOutput(output(6n), { amount: 60n })
    await changeOutput(output(5n), { amount: 50n })
    expect(await compare()).toEqual({
      proved: [],
      difference: { height: 2n, txid: txids.first, isFalse },
    })
  })
})

test('error: a block does not contain a transaction of the ledger', async () => {
  const { compare, changeOutput, output, txids } = await scene()
  await changeOutput(output(5n), { height: 3n })
  await expect(compare()).rejects.toMatchObject({
    name: 'InvalidDaemonData',
    problem: `block 3 does not contain transaction ${txids.first}`,
  })
})
