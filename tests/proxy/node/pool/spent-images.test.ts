import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { imagesOf, SpentImages } from '../../../../proxy/node/pool/spent-images.ts'
import { transactions } from '../../../vectors/chain/vectors.ts'

type DecodedInput = { key?: { k_image: string } }

describe('imagesOf', () => {
  test.each(transactions)('has the key images that monerod decodes: %s', (_, { hex, json }) => {
    const decoded = (json as { vin: DecodedInput[] }).vin.flatMap(({ key }) => key?.k_image ?? [])
    expect(imagesOf(parseTransaction(hexToBytes(hex)))).toEqual(decoded)
  })
})

describe('SpentImages', () => {
  test('returns all transactions that spend a key image, and the others of one of them', () => {
    const spent = new SpentImages()
    spent.add(['x', 'y'], 'first')
    spent.add(['y', 'z'], 'second')
    expect([...spent.spendersOf('y')]).toEqual(['first', 'second'])
    expect([...spent.spendersOf('unknown')]).toEqual([])
    expect([...spent.rivalsOf(['x', 'y'], 'first')]).toEqual(['second'])
    expect([...spent.rivalsOf(['x'], 'first')]).toEqual([])
    expect([...spent.rivalsOf(['x', 'z'], 'third')].sort()).toEqual(['first', 'second'])
  })

  test('removes one transaction and keeps the key images of the others', () => {
    const spent = new SpentImages()
    spent.add(['x', 'y'], 'first')
    spent.add(['y'], 'second')
    spent.remove('first')
    spent.remove('unknown')
    expect([...spent.all()]).toEqual([['y', new Set(['second'])]])
    spent.clear()
    expect([spent.all().size, spent.spendersOf('y').size]).toEqual([0, 0])
    // A cleared transaction can be added again.
    spent.add(['y'], 'second')
    spent.remove('second')
    expect(spent.all().size).toBe(0)
  })
})
