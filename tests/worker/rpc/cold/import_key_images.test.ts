import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { sortedRows } from '../../../support/wallets/crashing-wallet.ts'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { spendableDaemon } from '../../../support/chains/spendable-chain.ts'

/** A wallet that can spend, and one that can only view and has imported the key images of the other. */
async function pair() {
  const full = await rescanScene()
  const { script } = full
  const { spendSecret: _, ...secrets } = structuredClone(full.wallet.secrets)
  const view = await scriptedWallet(await testCrypto(), {
    script,
    wrap: () => spendableDaemon(script),
    wanted: { secrets },
  })
  const wallets = [full, view]
  const refresh = async () => {
    for (const { service } of wallets)
      expect(await dispatch(service, 'refresh')).toHaveProperty('result')
  }
  await refresh()
  const { result } = (await full.call('export_key_images', { all: true })) as { result: object }
  const imported = await dispatch(view.service, 'import_key_images', result)
  const books = () =>
    wallets.map(({ wallet }) => ({
      outputs: Object.fromEntries([...wallet.store.outputs.rows].sort()),
      sent: sortedRows(wallet.store.sent),
    }))
  return { ...full, view, imported, refresh, books }
}

describe('import_key_images', () => {
  test('returns the spent amount', async () => {
    const { imported, books } = await pair()
    expect(imported).toMatchObject({ result: { spent: 7n * coin, unspent: 13n * coin - 1000n } })
    const [ours, theirs] = books()
    expect(theirs).toEqual(ours)
  })

  test('stays correct after reorganisations', async () => {
    const { script, first, spend, refresh, books, view } = await pair()
    // Other blocks come first: outputs and spend are elsewhere.
    script.pop(script.height - 1)
    script.mine().mine([first]).mine().mine([spend]).mine()
    await refresh()
    let [ours, theirs] = books()
    expect(theirs).toEqual(ours)
    expect(view.wallet.store.sent.get(spend.txid)).toMatchObject({ height: 4n })
    // The spend is abandoned.
    script.pop(2)
    script.mine().mine().mine()
    await refresh()
    ;[ours, theirs] = books()
    expect(theirs).toEqual(ours)
    expect([...view.wallet.store.outputs.values()].some(({ spent }) => spent)).toBe(false)
    // And mined again.
    script.mine([spend])
    await refresh()
    ;[ours, theirs] = books()
    expect(theirs).toEqual(ours)
    expect(view.wallet.store.sent.get(spend.txid)).toMatchObject({ state: 'mined', height: 7n })
  })
})
