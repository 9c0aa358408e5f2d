import { describe, expect, test } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import {
  connectionErrors,
  fetchTransaction,
  fetchTransactions,
  spendProofErrors,
} from '../../../../worker/engine/proofs/fetched-transactions.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { ScriptedChain, type ScriptedTx } from '../../../support/chains/scripted-chain.ts'
import { testPorts, testSeed } from '../../../support/wallets/test-wallet.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'

const ports = await testPorts()
const script = new ScriptedChain(ports.crypto, keysOfSeed(ports.crypto, testSeed))
const payments = [{ amount: 5n }, { amount: 7n }]
const [first, second] = [script.pay({ payments }), script.pay({ payments })]

const entry = ({ blob, prunableHash }: ScriptedTx, given: object = {}) => ({
  tx_hash: '',
  as_hex: '',
  pruned_as_hex: bytesToHex(blob),
  prunable_as_hex: '',
  prunable_hash: bytesToHex(prunableHash),
  in_pool: false,
  confirmations: 3n,
  ...given,
})

type Request = { txs_hashes: string[]; prune: boolean }

/** A daemon that answers `txs`, and what it was asked. */
function sourceOf(txs: (request: Request) => object[]) {
  const requests: Request[] = []
  const get_transactions = async (request: Request) => {
    requests.push(request)
    return { txs: txs(request) }
  }
  return { source: { ports, daemon: fakeDaemon({ json: { get_transactions } }) }, requests }
}

describe('fetchTransactions', () => {
  test('returns each by its id, whatever the order of the answer', async () => {
    const { source, requests } = sourceOf(() => [entry(second), entry(first)])
    const fetched = await fetchTransactions(source, [first.txid, second.txid])
    expect(fetched.get(first.txid)).toEqual({
      txid: first.txid,
      tx: first.tx,
      inPool: false,
      confirmations: 3n,
    })
    expect(fetched.size).toBe(2)
    expect(requests).toEqual([{ txs_hashes: [first.txid, second.txid], prune: true }])
  })

  test('returns no confirmations for pool transactions, even if the daemon does', async () => {
    const { source } = sourceOf(() => [entry(first, { in_pool: true })])
    expect(await fetchTransaction(source, first.txid)).toMatchObject({
      inPool: true,
      confirmations: 0n,
    })
  })

  test('requests signatures only if they are needed', async () => {
    const { source, requests } = sourceOf(() => [entry(first)])
    await fetchTransaction(source, first.txid, { whole: true })
    expect(requests.map(({ prune }) => prune)).toEqual([false])
  })

  test('requests a pruned transaction of version 1 again: its id covers all of it', async () => {
    const { source, requests } = sourceOf(({ prune }) => [
      entry(first, prune ? { pruned_as_hex: '01' } : {}),
    ])
    expect((await fetchTransaction(source, first.txid)).txid).toBe(first.txid)
    expect(requests.map(({ prune }) => prune)).toEqual([true, false])
  })

  test.each([
    ['another transaction', [entry(second)], 'Failed to get the right transaction from daemon'],
    ['nothing', [], 'Failed to get transaction from daemon'],
    ['two', [entry(first), entry(first)], 'Failed to get transaction from daemon'],
    [
      'part of it',
      [entry({ ...first, blob: first.blob.subarray(0, -1) })],
      'Failed to parse transaction from daemon',
    ],
  ])('error: the daemon returns %s', async (_, txs, message) => {
    const { source } = sourceOf(() => txs)
    await expect(fetchTransaction(source, first.txid)).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message,
    })
  })

  test('error: the messages are those of the call', async () => {
    const { source } = sourceOf(() => [])
    const away = {
      ports,
      daemon: fakeDaemon({
        json: { get_transactions: () => Promise.reject(new ConnectionError('refused')) },
      }),
    }
    const words = connectionErrors('node:18081')
    await expect(fetchTransaction(away, first.txid, { words })).rejects.toThrow(
      'Failed to connect to daemon: node:18081',
    )
    await expect(fetchTransaction(source, first.txid, { words })).rejects.toThrow(
      'Failed to get transaction from daemon',
    )
    await expect(fetchTransaction(source, first.txid, { words: spendProofErrors })).rejects.toThrow(
      'wrong txs count = 0, expected 1',
    )
  })
})
