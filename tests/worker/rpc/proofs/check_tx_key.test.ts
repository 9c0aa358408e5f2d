import { describe, expect, test } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

describe('check_tx_key', () => {
  test('returns what an address received, for the secret key of the transaction', async () => {
    const { call, mine, own, script, wallet } = await provenPayments()
    const secret = wallet.ports.crypto.randomScalar()
    const to = { account: 0, address: 0 }
    const paid = script.pay({ payments: [{ to, amount: 5n, r: secret }] })
    await mine(paid)
    const params = { txid: paid.txid, tx_key: bytesToHex(secret) }
    expect(await call('check_tx_key', { ...params, address: own(0) })).toEqual({
      result: { received: 5n, in_pool: false, confirmations: 3n },
    })
    expect(await call('check_tx_key', { ...params, address: minerAddress })).toMatchObject({
      result: { received: 0n },
    })
  })

  test.each(['', 'ab', 'zz'.repeat(32), 'ab'.repeat(33)])('error: the key %j', async (tx_key) => {
    const { call, own } = await provenPayments()
    expect(await call('check_tx_key', { tx_key, address: own(0) })).toEqual({
      error: { code: -25, message: 'Tx key has invalid format' },
    })
  })

  test('error: the daemon does not have the transaction', async () => {
    const { call, own, answers } = await provenPayments()
    answers.txs.clear()
    const tx_key = '01'.padEnd(64, '0')
    expect(await call('check_tx_key', { tx_key, address: own(0) })).toEqual({
      error: { code: -1, message: 'Failed to get transaction from daemon' },
    })
  })
})
