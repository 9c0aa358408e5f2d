import { describe, expect, test } from 'vitest'
import { fundedWallet } from '../../../../support/spending/funded-wallet.ts'
import { pageClient } from '../../../../support/wallets/page-client.ts'

const xmr = 1_000_000_000_000n

async function funded() {
  const scene = await fundedWallet([10n * xmr, 20n * xmr])
  const page = pageClient(scene.service)
  await page.create_address({ account_index: 0, count: 3 })
  return { ...scene, page, keyImages: scene.outputs.map(({ keyImage }) => keyImage!) }
}

describe('review_split', () => {
  test('splits everything into equal parts, at own addresses', async () => {
    const { page, wallet } = await funded()
    const review = await page.review_split({ account_index: 0, address_indices: [1, 2, 3] })
    expect(review).toMatchObject({ amount: 30n * xmr - review.fee, change: 0n, inputs: 2 })
    const { txids } = await page.send_reviewed(review)
    const { destinations } = wallet.store.sent.get(txids[0]!)!
    expect(destinations.map(({ address }) => wallet.addresses.indexOf(address)?.address)).toEqual([
      1, 2, 3,
    ])
    const [first, , last] = destinations.map(({ amount }) => amount)
    expect(first! - last!).toBeLessThan(3n)
  })

  test('makes parts of given amounts, and the rest is change', async () => {
    const { page, keyImages } = await funded()
    const review = await page.review_split({
      account_index: 0,
      address_indices: [0, 0],
      amounts: [xmr, 2n * xmr],
      key_images: [keyImages[0]!],
    })
    expect(review).toMatchObject({
      amount: 3n * xmr,
      change: 7n * xmr - review.fee,
      inputs: 1,
      transactions: 1,
    })
  })

  test('splits one chosen output, and leaves the others', async () => {
    const { page, keyImages, wallet } = await funded()
    const review = await page.review_split({
      account_index: 0,
      address_indices: Array.from({ length: 15 }, () => 0),
      key_images: [keyImages[1]!],
    })
    const { txids } = await page.send_reviewed(review)
    const sent = wallet.store.sent.get(txids[0]!)!
    expect(sent.keyImages).toEqual([keyImages[1]])
    expect(sent.destinations).toHaveLength(15)
  })

  test.each([
    ['one part', { address_indices: [0] }, -16],
    ['16 parts', { address_indices: Array.from({ length: 16 }, () => 0) }, -16],
    ['an amount missing', { address_indices: [0, 0], amounts: [xmr] }, -16],
    ['an address of no wallet', { address_indices: [0, 9] }, -15],
    ['more than there is', { address_indices: [0, 0], amounts: [xmr, 30n * xmr] }, -17],
  ])('error: %s', async (_, params, code) => {
    const { page } = await funded()
    await expect(page.review_split({ account_index: 0, ...params })).rejects.toMatchObject({ code })
  })
})

describe('review_transfer and review_sweep with chosen outputs', () => {
  test('spend exactly these', async () => {
    const { page, keyImages, wallet } = await funded()
    const address = wallet.primaryAddress
    const review = await page.review_transfer({
      destinations: [{ address, amount: xmr }],
      key_images: keyImages,
    })
    expect(review).toMatchObject({ inputs: 2, change: 29n * xmr - review.fee })
    expect(review.links).toEqual([
      { kind: 'payments', count: 2 },
      { kind: 'payer', count: 2 },
    ])
    const swept = await page.review_sweep({ address, key_images: [keyImages[0]!] })
    expect(swept).toMatchObject({ inputs: 1, amount: 10n * xmr - swept.fee })
    const { txids } = await page.send_reviewed(swept)
    expect(wallet.store.sent.get(txids[0]!)!.keyImages).toEqual([keyImages[0]])
  })

  test('error: an empty list, so that nobody pays with any outputs by mistake', async () => {
    const { page, wallet } = await funded()
    const destinations = [{ address: wallet.primaryAddress, amount: xmr }]
    await expect(page.review_transfer({ destinations, key_images: [] })).rejects.toMatchObject({
      code: -4,
    })
  })

  test('error: a sweep with other limits beside them', async () => {
    const { page, wallet, keyImages } = await funded()
    const params = { address: wallet.primaryAddress, key_images: keyImages }
    for (const more of [
      { below_amount: xmr },
      { subaddr_indices_all: true },
      { subaddr_indices: [0] },
    ])
      await expect(page.review_sweep({ ...params, ...more })).rejects.toMatchObject({ code: -16 })
  })
})

describe('the coins of the page', () => {
  test('are listed, labelled, frozen and checked', async () => {
    const { page, keyImages } = await funded()
    const [coin] = (await page.get_coins({ account_index: 0 })).coins
    expect(coin).toMatchObject({ key_image: keyImages[0], amount: 10n * xmr, state: 'unspent' })
    await page.label_coin({ key: coin!.key, label: 'Fair' })
    expect(await page.check_coins({ account_index: 0, key_images: keyImages })).toEqual({
      amount: 30n * xmr,
      count: 2,
      links: [
        { kind: 'payments', count: 2 },
        { kind: 'payer', count: 2 },
      ],
    })
    await page.freeze_coins({ key_images: keyImages, frozen: true })
    const { coins } = await page.get_coins({ account_index: 0 })
    expect(coins.map(({ state, label }) => [state, label])).toEqual([
      ['frozen', 'Fair'],
      ['frozen', ''],
    ])
    await expect(
      page.check_coins({ account_index: 0, key_images: keyImages }),
    ).rejects.toMatchObject({ data: 'chosen: frozen' })
    await page.freeze_coins({ key_images: keyImages, frozen: false })
    expect((await page.get_balance({})).unlocked_balance).toBe(30n * xmr)
  })
})
