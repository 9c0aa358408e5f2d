import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../../../web/client.ts'
import { emptyProgress, parseProgress } from '../../../../web/multisig/state/progress.ts'
import { ProgressStore } from '../../../../web/multisig/state/progress-store.svelte.ts'

/** A wallet with one attribute; `full` makes writes fail. */
function walletWithAttribute() {
  const wallet = { value: '', full: false }
  const set_attribute = async ({ value }: { value: string }) => {
    if (wallet.full) throw new RpcError('UNKNOWN_ERROR', 'no space')
    wallet.value = value
  }
  return { wallet, progress: new ProgressStore({ set_attribute } as unknown as WalletClient) }
}

describe('update', () => {
  test('keeps all of several changes that start at once', async () => {
    const { wallet, progress } = walletWithAttribute()
    await Promise.all([progress.update({ ownInfo: 'ab' }), progress.update({ payment: 'cd' })])
    expect(progress.value).toEqual({ ...emptyProgress, ownInfo: 'ab', payment: 'cd' })
    expect(parseProgress(wallet.value)).toEqual(progress.value)
  })

  test('passes the progress of that moment to a function', async () => {
    const { progress } = walletWithAttribute()
    const first = progress.update({ payment: 'cd' })
    await Promise.all([first, progress.update(({ payment }) => ({ replacement: `${payment}ef` }))])
    expect(progress.value).toEqual({ ...emptyProgress, payment: 'cd', replacement: 'cdef' })
  })

  test('error: a failed write is not shown, and the next change is', async () => {
    const { wallet, progress } = walletWithAttribute()
    wallet.full = true
    await expect(progress.update({ ownInfo: 'ab' })).rejects.toThrow('no space')
    expect(progress.value).toEqual(emptyProgress)
    wallet.full = false
    await progress.update({ payment: 'cd' })
    expect(progress.value).toEqual({ ...emptyProgress, payment: 'cd' })
  })
})
