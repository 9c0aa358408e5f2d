/** What a daemon can do to the ledger without breaking a rule that the wallet can check: the wallet reports it. */
import { describe, expect, test } from 'vitest'
import type { WalletEvent } from '../../worker/engine/base/events.ts'
import type { NewWallet } from '../../worker/engine/service.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** A wallet that was created before the first block of its chain, and its warnings since the last call. */
async function scene(wanted: Partial<NewWallet> = {}) {
  let now = 1_700_000_000n
  const made = await scriptedWallet(crypto, { wanted, clock: { now: () => now } })
  const { wallet, script } = made
  now = 1_800_000_000n
  const seen: WalletEvent[] = []
  wallet.events.subscribe((event) => event.name === 'warning' && seen.push(event))
  const pay = (amount: bigint, r?: Uint8Array) =>
    script.pay({ payments: [{ to: ours, amount, r }, { amount: 1n }] })
  const refresh = async () => {
    await wallet.sync.refresh()
    return seen.splice(0)
  }
  return { ...made, pay, refresh, warnings: () => seen.splice(0) }
}

describe('an output with the key of another', () => {
  test('is reported when it replaces the other', async () => {
    const { script, pay, refresh } = await scene()
    const r = crypto.randomScalar()
    script.mine([pay(5000n, r)])
    expect(await refresh()).toEqual([])
    const phantom = pay(9000n, r)
    script.mine([phantom])
    expect(await refresh()).toEqual([
      { name: 'warning', problem: 'same-key', txid: phantom.txid, amount: 5000n },
    ])
  })

  test('is reported when it counts for nothing', async () => {
    const { script, pay, refresh } = await scene()
    const r = crypto.randomScalar()
    script.mine([pay(5000n, r)])
    await refresh()
    const smaller = pay(4000n, r)
    script.mine([smaller])
    expect(await refresh()).toEqual([
      { name: 'warning', problem: 'same-key', txid: smaller.txid, amount: 4000n },
    ])
  })
})

describe('a foreign transaction that spends an own output', () => {
  async function spent(wanted: Partial<NewWallet> = {}) {
    const made = await scene(wanted)
    const { script, pay, refresh } = made
    const paid = pay(5000n)
    script.mine([paid]).mine()
    await refresh()
    const spend = script.pay({ payments: [{ amount: 4000n }], spends: [paid.keyImages[0]!] })
    const warning = { name: 'warning', problem: 'foreign-spend', txid: spend.txid, amount: 5000n }
    return { ...made, spend, warning }
  }

  test('is reported in a block', async () => {
    const { script, spend, warning, refresh } = await spent()
    script.mine([spend])
    expect(await refresh()).toEqual([warning])
  })

  test('is reported in the pool, once', async () => {
    const { script, spend, warning, refresh } = await spent()
    script.wait(spend)
    expect(await refresh()).toEqual([warning])
    script.mine([spend])
    expect(await refresh()).toEqual([])
  })

  test('is not reported from the time before the wallet was created here, nor by a rescan', async () => {
    const { script, spend, refresh, service, wallet, warnings } = await spent()
    script.mine([spend])
    await refresh()
    await dispatch(service, 'rescan_blockchain', { hard: true })
    expect(warnings()).toEqual([])
    const { store } = wallet
    await store.commit((change) =>
      store.warnings.rows.forEach((_, name) => change.delete(store.warnings, name)),
    )
    await dispatch(service, 'rescan_blockchain', { hard: true })
    expect([warnings(), store.warnings.size]).toEqual([[], 0])

    const { info } = wallet.store
    await wallet.store.commit((change) =>
      change.setValue(info, { ...info.value, createdAt: 1_750_000_000n }),
    )
    script.pop(1)
    script.mine().mine([spend])
    expect(await refresh()).toEqual([])
  })
})

describe('a payment that leaves the pool', () => {
  test('is reported when it is in no block', async () => {
    const { script, pay, refresh } = await scene()
    script.mine()
    const phantom = pay(77n)
    script.wait(phantom)
    expect(await refresh()).toEqual([])
    script.pool.clear()
    expect(await refresh()).toEqual([
      { name: 'warning', problem: 'vanished', txid: phantom.txid, amount: 77n },
    ])
  })

  test('is not reported when it is mined', async () => {
    const { script, pay, refresh } = await scene()
    const paid = pay(77n)
    script.mine().wait(paid)
    await refresh()
    script.mine([paid])
    expect(await refresh()).toEqual([])
  })
})
