import { describe, expect, test } from 'vitest'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { rescanScene } from '../../../support/wallets/rescan-scene.ts'

/** The scene, with a payment of ours that is mined. */
async function paidScene() {
  const scene = await rescanScene()
  const { wallet, script, pay } = scene
  await wallet.sync.refresh()
  const txid = await pay()
  script.mine([...script.pool.values()])
  await wallet.sync.refresh()
  return { ...scene, txid }
}

describe('rescan_blockchain', () => {
  test('restores the same ledger from the chain', async () => {
    const { wallet, call, books } = await rescanScene()
    await wallet.sync.refresh()
    const before = books()
    expect(await call('rescan_blockchain')).toEqual({ result: {} })
    expect(books()).toEqual(before)
    expect(wallet.chain.height).toBe(31n)
  })

  test('removes recipients of payments, and keeps transaction keys, notes and labels', async () => {
    const { call, txid } = await paidScene()
    const key = await call('get_tx_key', { txid })
    await call('set_tx_notes', { txids: [txid], notes: ['rent'] })
    await call('label_account', { account_index: 1, label: 'flat' })
    expect(await call('rescan_blockchain')).toEqual({ result: {} })
    expect(await call('get_transfer_by_txid', { txid })).toMatchObject({
      result: { transfer: { type: 'out', destinations: [], note: 'rent' } },
    })
    expect(key).toMatchObject({ result: { tx_key: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    expect(await call('get_tx_key', { txid })).toEqual(key)
    // And once more, from what the rescan kept.
    await call('rescan_blockchain')
    expect(await call('get_tx_key', { txid })).toEqual(key)
    expect(await call('get_accounts')).toMatchObject({
      result: { subaddress_accounts: [{}, { label: 'flat' }] },
    })
  })

  test('hard: removes transaction keys, address book, accounts and labels too', async () => {
    const { call, txid, wallet } = await paidScene()
    for (const label of ['two', 'three']) await call('create_account', { label })
    await call('label_account', { account_index: 0, label: 'mine' })
    await call('tag_accounts', { tag: 'rent', accounts: [0, 1, 3] })
    await call('tag_accounts', { tag: 'food', accounts: [2] })
    await call('add_address_book', { address: wallet.primaryAddress })
    await call('set_attribute', { key: 'k', value: 'v' })
    expect(await call('rescan_blockchain', { hard: true })).toEqual({ result: {} })
    expect(await call('get_tx_key', { txid })).toMatchObject({ error: { code: -24 } })
    expect(await call('get_address_book')).toEqual({ result: { entries: [] } })
    expect(await call('get_accounts')).toMatchObject({
      result: {
        subaddress_accounts: [{ label: 'Primary account' }, { label: 'Untitled account' }],
      },
    })
    expect(await call('get_account_tags')).toEqual({
      result: { account_tags: [{ tag: 'rent', label: '', accounts: [0] }] },
    })
    expect(await call('get_attribute', { key: 'k' })).toEqual({ result: { value: 'v' } })
  })

  test.each([false, true])(
    'keeps a pending payment with its key and the outputs; hard: %s',
    async (hard) => {
      const { wallet, call, books, pay } = await rescanScene()
      await wallet.sync.refresh()
      const txid = await pay()
      const before = books()
      expect(await call('rescan_blockchain', { hard })).toEqual({ result: {} })
      expect(await call('get_tx_key', { txid })).toHaveProperty('result')
      const { outputs, sent, pool } = books()
      expect({ outputs, sent, pool }).toEqual({
        outputs: before.outputs,
        sent: before.sent,
        pool: before.pool,
      })
    },
  )

  test('error: the daemon does not answer, and no record changes', async () => {
    let isAway = false
    const { wallet, call, books } = await rescanScene({
      lie: (daemon) => ({
        ...daemon,
        rpc: {
          ...daemon.rpc,
          get_info: (params) =>
            isAway ? Promise.reject(new ConnectionError('away')) : daemon.rpc.get_info(params),
        },
      }),
    })
    await wallet.sync.refresh()
    const before = books()
    isAway = true
    expect(await call('rescan_blockchain', { hard: true })).toEqual({
      error: { code: -38, message: 'no connection to daemon' },
    })
    expect(books()).toEqual(before)
  })
})
