import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMetadata } from '../../../../protocol/interchange/pending-tx.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { fundedWallet } from '../../../support/spending/funded-wallet.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'

const xmr = 1_000_000_000_000n
const crypto = await testCrypto()
const { wallet } = await fundedWallet([10n * xmr])
const wallets = [newSecrets(crypto), newSecrets(crypto)]
const payments = wallets.map((secrets, address) => ({
  ...ownRecipient(crypto, secrets, { account: 0, address }),
  amount: xmr + BigInt(address),
  original: `recipient ${address}`,
}))
const [signed] = await wallet.spend.transfer(
  {
    account: 0,
    addresses: [],
    priority: 1,
    paymentId: undefined,
    payments,
    subtractFeeFrom: [],
  },
  { relay: false },
)
const metadata = signed!.metadata()

describe('readMetadata', () => {
  test('reads the written value', () => {
    const read = readMetadata(metadata)!
    expect(read.tx.blob).toEqual(signed!.tx.blob)
    expect(read).toMatchObject({
      fee: signed!.fee,
      txKeys: signed!.txKeys,
      payments,
      change: { amount: signed!.change.amount, spendKey: signed!.change.spendKey },
    })
  })

  test('does not keep a view of the given bytes', () => {
    const given = metadata.slice()
    const read = readMetadata(given)!
    given.fill(0)
    expect(read.tx.blob).toEqual(signed!.tx.blob)
  })

  test('law: with changed, removed or added bytes it returns a value or undefined', () => {
    const edit = fc.record({
      at: fc.integer({ min: 0, max: metadata.length - 1 }),
      byte: fc.integer({ min: 0, max: 255 }),
      length: fc.integer({ min: 0, max: metadata.length + 3 }),
    })
    fc.assert(
      fc.property(edit, ({ at, byte, length }) => {
        const bytes = new Uint8Array(length)
        bytes.set(metadata.subarray(0, length))
        if (at < length) bytes[at] = byte
        const read = readMetadata(bytes)
        if (length !== metadata.length) expect(read).toBeUndefined()
      }),
      { numRuns: count(500, 50_000), seed: seed() },
    )
  })

  test.each([
    ['another version', 0, 2],
    ['a flag that is none', 1 + signed!.tx.blob.length + 16, 2],
  ])('error: %s', (_, at, byte) => {
    const bytes = metadata.slice()
    bytes[at] = byte
    expect(readMetadata(bytes)).toBeUndefined()
  })
})
