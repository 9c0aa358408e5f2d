import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { notifyOfTransactions } from '../../../server/wallet-rpc/tx-notify.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { notingCommand } from '../../support/programs/noting-command.ts'
import { scriptedWallet } from '../../support/wallets/scripted-wallet.ts'
import { testWallet } from '../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

const primary = { account: 0, address: 0 }
const other = { account: 0, address: 1 }

let crypto: Crypto
beforeAll(async () => void (crypto = await testCrypto()))

/** A wallet whose transactions are noted. */
async function notedWallet() {
  const { lines, file } = notingCommand()
  const { script, service } = await scriptedWallet(crypto)
  notifyOfTransactions(service, `${file} %s`)
  const refresh = () => dispatch(service, 'refresh')
  /** All lines, once `last` was noted as the last transaction. */
  const until = async (count: number) => {
    const last = script.pay({ payments: [{ to: primary, amount: 1n }] })
    script.mine([last])
    await refresh()
    return (await lines(count + 1)).filter((line) => line !== last.txid)
  }
  return { script, service, refresh, until }
}

describe('--tx-notify', () => {
  test('runs once for a transaction in the pool, and once in a block', async () => {
    const { script, refresh, until } = await notedWallet()
    const tx = script.pay({ payments: [{ to: primary, amount: 5n }] })
    script.wait(tx)
    await refresh()
    script.mine([tx])
    await refresh()
    await refresh()
    expect(await until(2)).toEqual([tx.txid, tx.txid])
  })

  test('runs once for a transaction that pays several addresses', async () => {
    const { script, refresh, until } = await notedWallet()
    const payments = [primary, other, primary].map((to) => ({ to, amount: 5n }))
    const tx = script.pay({ payments })
    script.mine([tx])
    await refresh()
    expect(await until(1)).toEqual([tx.txid])
  })

  test('does not run for transactions of others', async () => {
    const { script, refresh, until } = await notedWallet()
    script.mine([script.pay({ payments: [{ amount: 5n }] })])
    await refresh()
    expect(await until(0)).toEqual([])
  })

  test('runs for an own payment in a block only, and only if it brings change', async () => {
    const { script, refresh, until } = await notedWallet()
    const first = script.pay({
      payments: [primary, primary].map((to) => ({ to, amount: 10_000n })),
    })
    script.mine([first])
    await refresh()
    const [one, two] = first.keyImages as [string, string]
    const sweep = script.pay({ payments: [{ amount: 9000n }], spends: [one] })
    const paid = script.pay({
      payments: [{ amount: 4000n }, { to: primary, amount: 5000n }],
      spends: [two],
    })
    script.mine([sweep, paid])
    await refresh()
    expect(await until(2)).toEqual([first.txid, paid.txid].toSorted())
  })

  test('follows the wallet that is opened next', async () => {
    const { service, script, refresh, until } = await notedWallet()
    script.mine([script.pay({ payments: [{ to: primary, amount: 5n }] })])
    await testWallet({ name: 'next', network: 'fakechain' }, service)
    const known = script.blocks[0]!.txs[0]!.txid
    await refresh()
    expect(await until(1)).toEqual([known])
  })
})
