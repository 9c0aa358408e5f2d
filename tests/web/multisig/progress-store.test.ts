import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../../../web/client.ts'
import { keptOf, nothingKept } from '../../../web/multisig/progress.ts'
import { Memory } from '../../../web/multisig/progress-store.svelte.ts'

/** A wallet with one attribute, and whether it can be written. */
function attributes() {
  const wallet = { value: '', full: false }
  const set_attribute = async ({ value }: { value: string }) => {
    if (wallet.full) throw new RpcError('UNKNOWN_ERROR', 'no space')
    wallet.value = value
  }
  return { wallet, memory: new Memory({ set_attribute } as unknown as WalletClient) }
}

describe('what is under way', () => {
  test('keeps changes that are made at once', async () => {
    const { wallet, memory } = attributes()
    await Promise.all([memory.keep({ told: 'ab' }), memory.keep({ payment: 'cd' })])
    expect(memory.kept).toEqual({ ...nothingKept, told: 'ab', payment: 'cd' })
    expect(keptOf(wallet.value)).toEqual(memory.kept)
  })

  test('changes as it is when its turn comes', async () => {
    const { memory } = attributes()
    const first = memory.keep({ payment: 'cd' })
    await Promise.all([first, memory.keep(({ payment }) => ({ next: `${payment}ef` }))])
    expect(memory.kept).toEqual({ ...nothingKept, payment: 'cd', next: 'cdef' })
  })

  test('error: what was not stored is not shown, and the next change is', async () => {
    const { wallet, memory } = attributes()
    wallet.full = true
    await expect(memory.keep({ told: 'ab' })).rejects.toThrow('no space')
    expect(memory.kept).toEqual(nothingKept)
    wallet.full = false
    await memory.keep({ payment: 'cd' })
    expect(memory.kept).toEqual({ ...nothingKept, payment: 'cd' })
  })
})
