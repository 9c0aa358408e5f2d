import { describe, expect, test } from 'vitest'
import { coin, rescanScene } from '../../../support/rescan-scene.ts'

/** A payment of ours was mined in block 31, and block 33 paid us; an output of block 1 is frozen. */
async function scene() {
  const made = await rescanScene()
  const { wallet, script, call, first } = made
  await wallet.sync.refresh()
  await made.pay()
  script.mine([...script.pool.values()]).mine()
  const later = script.pay({ payments: [{ to: { account: 0, address: 0 }, amount: coin }] })
  script.mine([later])
  while (script.height < 45) script.mine()
  await wallet.sync.refresh()
  await call('freeze', { key_image: first.keyImages[2] })
  // Several answers, each tied to the one before.
  script.perAnswer = 4
  return made
}

/** Leaves the ids of the last blocks alone, as a chain does that is long. */
async function buryUpTo(wallet: Awaited<ReturnType<typeof scene>>['wallet'], height: bigint) {
  const { store } = wallet
  const { first, ids, reward } = store.blocks.get('0')!
  const left = ids.slice(32 * Number(height - first))
  await store.commit((change) =>
    change.put(store.blocks, '0', { first: height, ids: left, reward }),
  )
}

const nothing = () => undefined

describe('lookAgain', () => {
  test.each([
    ['ids of its blocks are kept', 33n, 2n],
    ['it is the oldest that is kept', 33n, 33n],
    ['they are long buried', 33n, 40n],
    ['they are, and a payment of ours with them', 31n, 40n],
  ])('finds what there was, and keeps what was before: %s', async (_, from, oldest) => {
    const { wallet, books, balance } = await scene()
    await buryUpTo(wallet, oldest)
    const [before, worth] = [books(), await balance()]
    await wallet.sync.lookAgain(nothing, from, true)
    expect(books()).toEqual(before)
    expect(await balance()).toBe(worth)
    expect(wallet.chain.height).toBe(45n)
  })

  test('leaves it to the next refresh', async () => {
    const { wallet, books } = await scene()
    await buryUpTo(wallet, 40n)
    const before = books()
    await wallet.sync.lookAgain(nothing, 33n, false)
    expect(wallet.chain.height).toBe(33n)
    expect(wallet.store.outputs.size).toBe((before.outputs as unknown[]).length - 1)
    await wallet.sync.refresh()
    expect(books()).toEqual(before)
  })
})
