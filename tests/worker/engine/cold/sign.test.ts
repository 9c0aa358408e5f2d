import { describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { Construction } from '#protocol/interchange/construction.ts'
import { magics } from '#protocol/interchange/magics.ts'
import { readSignedSet } from '#protocol/interchange/sets.ts'
import { requestedOutputs } from '../../../../worker/engine/cold/export-outputs.ts'
import { signSet } from '../../../../worker/engine/cold/sign.ts'
import { unseal } from '../../../../worker/engine/exchange/sealed-set.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { mintedFee, mintedPair } from '../../../support/wallets/minted-pair.ts'

const coin = 10n ** 12n

/** An offline wallet, and a request to pay a quarter of a coin from three coins. */
async function scene() {
  const pair = await mintedPair([
    { amount: coin },
    { amount: 2n * coin, address: 3 },
    { amount: coin, account: 1 },
  ])
  const { crypto, outputs, view, cold } = pair
  const to = ownRecipient(crypto, newSecrets(crypto), { account: 0, address: 0 })
  const asked = pair.construction(outputs.slice(0, 2), [{ ...to, amount: coin / 4n }])
  const sign = (...constructions: Construction[]) =>
    signSet(cold, { constructions, outputs: requestedOutputs(view.store) })
  return { ...pair, asked, sign, to }
}

describe('signSet', () => {
  test('signs the transactions that the set describes', async () => {
    const { asked, sign, outputs } = await scene()
    const { transactions } = await sign(asked)
    const [{ txid, blob }] = transactions as [(typeof transactions)[0]]
    const tx = parseTransaction(blob)
    expect(bytesToHex(transactionId(tx))).toBe(txid)
    const images = tx.inputs.map((each) => each.kind === 'key' && bytesToHex(each.keyImage))
    expect(images).toEqual(
      outputs
        .slice(0, 2)
        .map(({ keyImage }) => keyImage)
        .sort()
        .reverse(),
    )
    expect(tx.ringct!.fee).toBe(mintedFee)
    expect(tx.outputs).toHaveLength(2)
  })

  test('imports the outputs of the set first, and keeps the transaction keys', async () => {
    const { asked, sign, cold, outputs } = await scene()
    const { transactions } = await sign(asked)
    expect([...cold.store.outputs.values()].map(({ keyImage }) => keyImage)).toEqual(
      outputs.map(({ keyImage }) => keyImage),
    )
    const [{ txid, txKeys }] = transactions as [(typeof transactions)[0]]
    expect([...cold.store.txKeys.rows]).toEqual([[txid, { txKeys }]])
    expect(txKeys[0]!.some((byte) => byte > 1)).toBe(true)
  })

  test('returns a set without transaction keys, with the key images of all outputs', async () => {
    const { asked, sign, view, outputs } = await scene()
    const { sealed } = await sign(asked)
    const content = await unseal(view.ports, view.secrets, magics.signed, sealed)
    const set = readSignedSet(content as Uint8Array)!
    // monero rct::identity stands for a key that is withheld.
    expect(set.pending.map(({ txKeys }) => txKeys)).toEqual([
      [Uint8Array.of(1, ...new Uint8Array(31))],
    ])
    expect(set.pending[0]!.construction).toEqual(asked)
    expect(set.keyImages).toEqual(outputs.map(({ keyImage }) => hexToBytes(keyImage!)))
    // The change alone comes back.
    expect(set.ownOutputs).toHaveLength(1)
    const keys = set.pending[0]!.tx.outputs.map(({ key }) => key)
    expect(keys).toContainEqual(set.ownOutputs[0]!.key)
  })

  const spoil: [string, (asked: Construction) => Partial<Construction>, string][] = [
    [
      'an output twice',
      ({ sources: [first], positions: [place] }) => ({
        sources: [first!, first!],
        positions: [place!, place!],
      }),
      'it spends an output twice',
    ],
    [
      'more than it spends',
      ({ payments: [paid], outputs }) => {
        const more = { ...paid!, amount: 9n * coin }
        return {
          payments: [more],
          outputs: outputs.map((each) => (each.amount === paid!.amount ? more : each)),
        }
      },
      'it pays more than it spends',
    ],
    [
      'an output of other keys',
      ({ sources: [first, second] }) => ({
        sources: [first!, { ...second!, txPublicKey: first!.txPublicKey }],
      }),
      'an input does not belong to this wallet',
    ],
    [
      'outputs that it does not name',
      () => ({ payments: [] }),
      'its outputs are not the payments it names and its change',
    ],
  ]
  test.each(spoil)('error: %s', async (_, change, message) => {
    const { asked, sign, cold } = await scene()
    // One good transaction before it is not signed either.
    await expect(sign(asked, { ...asked, ...change(asked) })).rejects.toMatchObject({
      reason: 'SIGN_UNSIGNED',
      message: `Failed to sign unsigned tx: ${message}`,
    })
    expect(cold.store.txKeys.size).toBe(0)
  })

  test('error: a fee above the limit, which the error names', async () => {
    const { asked, sign, cold } = await scene()
    const change = { ...asked.change, amount: asked.change.amount - coin }
    const outputs = asked.outputs.map((each) =>
      each.amount === asked.change.amount ? change : each,
    )
    await expect(sign(asked, { ...asked, change, outputs })).rejects.toMatchObject({
      reason: 'SIGN_UNSIGNED',
      message: expect.stringMatching(
        /^Failed to sign unsigned tx: its fee is too high: expected at most \d+ piconero for a weight of \d+, got 1000100000000;/,
      ) as string,
    })
    expect(cold.store.txKeys.size).toBe(0)
  })

  test('error: change to another account than that of the inputs', async () => {
    const { crypto, cold, construction, outputs, to, sign } = await scene()
    const change = ownRecipient(crypto, cold.secrets, { account: 1, address: 0 })
    const asked = construction(outputs.slice(0, 1), [{ ...to, amount: 5n }], { change })
    await expect(sign({ ...asked, account: 1 })).rejects.toMatchObject({
      message:
        'Failed to sign unsigned tx: change goes to another account than the one that is spent from',
    })
  })

  test('error: outputs of the set that cannot be imported', async () => {
    const { asked, cold, view } = await scene()
    const outputs = { ...requestedOutputs(view.store), total: 2 }
    await expect(signSet(cold, { constructions: [asked], outputs })).rejects.toMatchObject({
      reason: 'SIGN_UNSIGNED',
      message: 'Failed to sign unsigned tx: Offset is larger than total outputs',
    })
    expect([cold.store.outputs.size, cold.store.txKeys.size]).toEqual([0, 0])
  })

  test('error: a wallet without the spend key', async () => {
    const { asked, view } = await scene()
    const set = { constructions: [asked], outputs: requestedOutputs(view.store) }
    await expect(signSet(view, set)).rejects.toMatchObject({
      reason: 'WATCH_ONLY',
      message: 'command not supported by watch-only wallet',
    })
  })
})
