import { describe, expect, test } from 'vitest'
import { pageHost } from '../../../worker/hosts/page-host.ts'
import { fundedWallet } from '../../support/funded.ts'
import { minerAddress } from '../../support/monerod.ts'

const xmr = 1_000_000_000_000n
const destinations = [{ address: minerAddress, amount: xmr }]

async function reviewed() {
  const funded = await fundedWallet([10n * xmr, 20n * xmr])
  const host = pageHost(funded.service)
  const outcome = await host.review('transfer_split', { destinations })
  if ('error' in outcome) throw new Error(outcome.error.message)
  return { ...funded, host, review: outcome.result }
}

describe('a payment under review', () => {
  test('shows its sums, and nothing is sent', async () => {
    const { review, wallet } = await reviewed()
    expect(review).toMatchObject({ amount: xmr, transactions: 1 })
    expect(review.fee).toBeGreaterThan(0n)
    const { outputs } = wallet.store
    const spent = review.amount + review.fee + review.change
    expect([10n * xmr, 20n * xmr, 30n * xmr]).toContain(spent)
    expect(review.inputs).toBe(spent === 30n * xmr ? 2 : 1)
    expect([...outputs.values()].every((output) => output.spent === undefined)).toBe(true)
    expect(wallet.store.sent.size).toBe(0)
    expect(JSON.stringify(Object.keys(review))).not.toMatch(/metadata|blob|key/)
  })

  test('is sent as it was shown, once', async () => {
    const { host, review, wallet } = await reviewed()
    const sent = await host.send(review.id)
    const [record] = [...wallet.store.sent.values()]
    expect(sent).toEqual({ result: { txids: [record!.txid] } })
    expect(record).toMatchObject({ fee: review.fee, change: review.change, amountOut: xmr })
    expect(await host.send(review.id)).toEqual({
      error: { code: -1, message: 'This payment is not waiting any more' },
    })
    expect(wallet.store.sent.size).toBe(1)
  })

  test('is gone once discarded, and when the wallet closes', async () => {
    const first = await reviewed()
    first.host.discard(first.review.id)
    expect(await first.host.send(first.review.id)).toHaveProperty('error')

    const second = await reviewed()
    await second.host.call('close_wallet', {})
    expect(await second.host.send(second.review.id)).toHaveProperty('error')
  })

  test('error: more than there is', async () => {
    const { host, wallet } = await reviewed()
    const tooMuch = [{ address: minerAddress, amount: 31n * xmr }]
    expect(await host.review('transfer_split', { destinations: tooMuch })).toMatchObject({
      error: { code: -17 },
    })
    expect(wallet.store.sent.size).toBe(0)
  })
})
