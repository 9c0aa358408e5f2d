import { describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { blockJson, transactionJson } from '#protocol/chain/decoded.ts'
import { publishedBlock, publishedTransaction } from '#protocol/chain/published.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { parseJson, stringifyJson } from '#protocol/json/json.ts'
import { recordedSpends } from '../../support/chains/recorded-transactions.ts'
import { recordedMessages } from '../../support/chains/recorded-messages.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any field of two forms of JSON
type Json = any

const asJson = (value: unknown): Json => parseJson(stringifyJson(value))
const decoded = (text: string): Json => parseJson(text)

const joined = (keys: string[]) => keys.join('')
const hexOf = (bytes: number[]) => Buffer.from(bytes).toString('hex')

describe('publishedTransaction', () => {
  // The decoded form of `as_json` is compared with monerod elsewhere.
  test.each(recordedSpends)('$name has the values of as_json', ({ blob }) => {
    const tx = parseTransaction(blob)
    const ours = asJson(publishedTransaction(tx))
    const theirs = decoded(transactionJson(tx))
    expect(Object.keys(ours)).toEqual(
      'version unlock_time inputs outputs extra signatures ringct'.split(' '),
    )
    expect([ours.version, ours.unlock_time]).toEqual([theirs.version, theirs.unlock_time])
    expect(ours.extra).toBe(hexOf(theirs.extra))
    expect(ours.inputs).toEqual(
      theirs.vin.map(({ key }: Json) => ({
        to_key: { amount: key.amount, key_offsets: key.key_offsets, key_image: key.k_image },
      })),
    )
    expect(ours.outputs).toEqual(
      theirs.vout.map(({ amount, target }: Json) =>
        target.key
          ? { amount, to_key: { key: target.key } }
          : { amount, to_tagged_key: target.tagged_key },
      ),
    )
    const signatures: string[][] = ours.signatures
    expect(signatures.map(joined)).toEqual(
      (theirs.signatures ?? []).map((ring: string | string[]) => [ring].flat().join('')),
    )
    if (tx.version === 1) return expect(ours.ringct).toEqual({ type: 0 })
    expectSameRingCt(ours.ringct, theirs.rct_signatures, theirs.rctsig_prunable)
  })

  test('has the divided commitments in the range proof', () => {
    const tx = recordedSpends.map(({ blob }) => parseTransaction(blob)).find(isNewest)!
    const V = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
    const { prunable } = asJson(publishedTransaction(tx, V)).ringct
    expect(prunable.bulletproofs_plus[0].V).toEqual(['01'.repeat(32), '02'.repeat(32)])
    expect(Object.keys(prunable.bulletproofs_plus[0])).toEqual('V A A1 B r1 s1 d1 L R'.split(' '))
  })
})

const isNewest = (tx: ReturnType<typeof parseTransaction>) => tx.ringct?.type === 6

function expectSameRingCt(ours: Json, base: Json, theirs: Json) {
  expect(Object.keys(ours)).toEqual('type encrypted commitments fee prunable'.split(' '))
  expect([ours.type, ours.fee, ours.commitments]).toEqual([base.type, base.txnFee, base.outPk])
  expect(ours.encrypted).toEqual(
    base.ecdhInfo.map(({ mask = '', amount }: Record<string, string>) => ({
      mask: mask.padEnd(64, '0'),
      amount: amount!.padEnd(64, '0'),
    })),
  )
  expect(Object.keys(ours.prunable)).toEqual(
    'range_proofs bulletproofs bulletproofs_plus mlsags clsags pseudo_outs'.split(' '),
  )
  const { range_proofs, bulletproofs, bulletproofs_plus, mlsags, clsags, pseudo_outs } =
    ours.prunable
  const withoutV = ({ V, ...proof }: Json) => (expect(V).toEqual([]), proof)
  expect(bulletproofs.map(withoutV)).toEqual(theirs.bp ?? [])
  expect(bulletproofs_plus.map(withoutV)).toEqual(theirs.bpp ?? [])
  expect([mlsags, clsags]).toEqual([theirs.MGs ?? [], theirs.CLSAGs ?? []])
  expect(pseudo_outs).toEqual(theirs.pseudoOuts ?? base.pseudoOuts ?? [])
  expect(
    range_proofs.map(({ asig, Ci }: Json) => {
      expect([asig.s0.length, asig.s1.length, Ci.length]).toEqual([64, 64, 64])
      return { asig: joined([...asig.s0, ...asig.s1, asig.ee]), Ci: joined(Ci) }
    }),
  ).toEqual(theirs.rangeSigs ?? [])
}

describe('publishedBlock', () => {
  test.each(recordedMessages.blocks)('block $height has the values of get_block', ({ blob }) => {
    const block = parseBlock(blob)
    const ours = asJson(publishedBlock(block))
    const { miner_tx, ...header } = decoded(blockJson(block))
    expect(ours).toEqual({ ...header, miner_tx: asJson(publishedTransaction(block.minerTx)) })
    expect(ours.miner_tx.inputs).toEqual(miner_tx.vin)
    expect(ours.miner_tx.ringct).toEqual({ type: 0 })
  })
})
