import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test, vi } from 'vitest'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import type { TransactionEntry } from '../../../../worker/engine/download/transaction-entry.ts'
import { readEntry } from '../../../../worker/engine/sync/pool.ts'
import { withCalls } from '../../../support/daemons/lying-daemon.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import type { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { historic } from '../../../vectors/chain/vectors.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

describe('the pool', () => {
  const paid = (script: ScriptedChain) => script.pay({ payments: [{ to: ours, amount: 9n }] })

  test('shows transactions until they are mined or dropped, and requests each once', async () => {
    const asked: string[][] = []
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) =>
        withCalls(daemon, {
          json: {
            get_transactions(params) {
              asked.push(params.txs_hashes!)
              return daemon.json.get_transactions(params)
            },
          },
        }),
    })
    const [first, second, foreign] = [
      paid(script),
      paid(script),
      script.pay({ payments: [{ amount: 1n }] }),
    ]
    script.wait(first!, second!, foreign!)
    await wallet.sync.refresh()
    await wallet.sync.refresh()
    expect(asked).toEqual([[first!.txid, second!.txid, foreign!.txid]])
    expect([...wallet.store.pool.values()].map(({ amount }) => amount)).toEqual([9n, 9n])
    expect(wallet.store.outputs.size).toBe(0)

    script.mine([first!])
    script.pool.delete(second!.txid)
    await wallet.sync.refresh()
    expect(wallet.store.pool.size).toBe(0)
    expect(wallet.store.outputs.size).toBe(1)
  })

  test('error: the daemon sends a transaction that was not requested', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const [asked, given] = [1n, 2n].map((amount) =>
      script.pay({ payments: [{ to: ours, amount }] }),
    ) as [never, never]
    script.pool.set((asked as { txid: string }).txid, given)
    script.mine()
    await expect(wallet.sync.refresh()).rejects.toThrow('was not requested')
    expect(wallet.store.pool.size).toBe(0)
  })

  test('requests a hundred transactions at once', async () => {
    const asked: number[] = []
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) =>
        withCalls(daemon, {
          json: {
            get_transactions(params) {
              asked.push(params.txs_hashes!.length)
              return daemon.json.get_transactions(params)
            },
          },
        }),
    })
    for (let sent = 0; sent < 101; sent++) script.wait(script.pay({ payments: [{ amount: 1n }] }))
    await wallet.sync.refresh()
    expect(asked).toEqual([100, 1])
  })

  /** A wallet, and the ids that it requests. */
  async function recordedWallet() {
    const asked: string[] = []
    const made = await scriptedWallet(crypto, {
      wrap: (daemon) =>
        withCalls(daemon, {
          json: {
            get_transactions(params) {
              asked.push(...params.txs_hashes!)
              return daemon.json.get_transactions(params)
            },
          },
        }),
    })
    return { ...made, asked }
  }

  test('scans a transaction again, without a request, once a block has an own output that it spends', async () => {
    const { wallet, script, asked } = await recordedWallet()
    const funding = paid(script)
    const spend = script.pay({ payments: [{ amount: 8n }], spends: [funding.keyImages[0]!] })
    script.wait(spend)
    await wallet.sync.refresh()
    expect(wallet.store.sent.size).toBe(0)
    script.mine([funding])
    await wallet.sync.refresh()
    expect(wallet.store.sent.get(spend.txid)).toMatchObject({ state: 'pending', amountIn: 9n })
    expect([...wallet.store.outputs.values()]).toMatchObject([{ spent: { txid: spend.txid } }])
    expect(asked).toEqual([spend.txid])
  })

  test('shows a payment that a reorganisation returns to it, without a second request', async () => {
    const { wallet, script, asked } = await recordedWallet()
    const payment = paid(script)
    script.wait(payment)
    await wallet.sync.refresh()
    script.mine([payment]).wait(payment)
    await wallet.sync.refresh()
    expect(wallet.store.pool.size).toBe(0)
    script.pop(1)
    script.mine().mine()
    await wallet.sync.refresh()
    expect([...wallet.store.pool.values()]).toMatchObject([{ txid: payment.txid, amount: 9n }])
    expect(asked).toEqual([payment.txid])
  })

  test('requests all transactions again from another daemon, and after a rescan none', async () => {
    const { wallet, script, asked } = await recordedWallet()
    const payment = paid(script)
    script.wait(payment)
    await wallet.sync.refresh()
    await wallet.sync.rescan({ hard: false, keepBook: true })
    expect(wallet.store.pool.size).toBe(1)
    expect(asked).toEqual([payment.txid])
    wallet.setDaemon({ address: 'other', trusted: false })
    await wallet.sync.refresh()
    expect(asked).toEqual([payment.txid, payment.txid])
  })

  test('requests a transaction once that cannot be applied', async () => {
    const { wallet, script, asked } = await recordedWallet()
    const payment = paid(script)
    script.wait(payment)
    const commit = vi.spyOn(wallet.store, 'commit')
    commit.mockRejectedValueOnce(new Error('disk full'))
    await expect(wallet.sync.refresh()).rejects.toThrow('disk full')
    expect(wallet.store.pool.size).toBe(0)
    await wallet.sync.refresh()
    expect(wallet.store.pool.size).toBe(1)
    expect(asked).toEqual([payment.txid])
  })

  test('drops a transaction of another copy of the wallet that left the pool, and frees its inputs', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const funding = paid(script)
    script.mine([funding])
    await wallet.sync.refresh()
    const [before] = structuredClone([...wallet.store.outputs.values()])
    script.wait(script.pay({ payments: [{ amount: 8n }], spends: [funding.keyImages[0]!] }))
    await wallet.sync.refresh()
    expect(wallet.store.sent.size).toBe(1)
    script.pool.clear()
    await wallet.sync.refresh()
    expect(wallet.store.sent.size).toBe(0)
    expect([...wallet.store.outputs.values()]).toEqual([before])
  })

  test('error: the daemon sends more transactions than were requested', async () => {
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) =>
        withCalls(daemon, {
          json: {
            async get_transactions(params) {
              const answer = await daemon.json.get_transactions(params)
              return { ...answer, txs: [...answer.txs, ...answer.txs] }
            },
          },
        }),
    })
    script.wait(paid(script))
    await expect(wallet.sync.refresh()).rejects.toThrow('more transactions than requested')
    expect(wallet.store.pool.size).toBe(0)
  })
})

test('error: a transaction of version 1 pays more than it spends', async () => {
  const { hex } = historic.find(({ name }) => name === 'version 1')!
  const tx = parseTransaction(hexToBytes(hex))
  const outputs = tx.outputs.map((output) => ({ ...output, amount: 5n }))
  const bytes = concatBytes(writePrefix({ ...tx, outputs }), tx.blob.subarray(tx.prefixSize))
  const txid = bytesToHex(transactionId(parseTransaction(bytes)))
  const whole = { as_hex: bytesToHex(bytes), prunable_hash: '' }
  const entry = { ...whole, double_spend_seen: false } as TransactionEntry
  expect(() => readEntry(entry, new Set([txid]), crypto.keccak256)).toThrow(
    "the daemon's answer is not to be trusted: a transaction has a fee of -10 piconero",
  )
})
