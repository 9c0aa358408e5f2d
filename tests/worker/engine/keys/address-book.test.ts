import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AddressBook } from '../../../../worker/engine/keys/address-book.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

const newBook = () => new AddressBook(new Store(async () => undefined))
const row = (description: string) => ({ address: 'a', paymentId: '', description })
const rowsOf = (book: AddressBook) =>
  Array.from({ length: book.size }, (_, at) => book.row(BigInt(at)).description)

describe('the address book', () => {
  test('law: numbers its rows like a list after additions, edits and removals', async () => {
    const step = fc.record({
      act: fc.constantFrom('add', 'edit', 'remove'),
      at: fc.nat(5),
      text: fc.string({ maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const book = newBook()
        const expected: string[] = []
        for (const { act, at, text } of steps) {
          if (act === 'add') expect(await book.add(row(text))).toBe(expected.push(text) - 1)
          else if (at >= expected.length) continue
          else if (act === 'edit') {
            await book.edit(BigInt(at), { description: text })
            expected[at] = text
          } else {
            await book.remove(BigInt(at))
            expected.splice(at, 1)
          }
        }
        expect(rowsOf(book)).toEqual(expected)
      }),
      { numRuns: count(50, 2000), seed: seed() },
    )
  })

  test('rows added at the same time have different indices', async () => {
    const book = newBook()
    const added = ['a', 'b', 'c'].map((text) => book.add(row(text)))
    expect(await Promise.all(added)).toEqual([0, 1, 2])
    expect(rowsOf(book)).toEqual(['a', 'b', 'c'])
  })

  test('an edit changes only the given fields', async () => {
    const book = newBook()
    await book.add({ address: 'a', paymentId: '11', description: 'rent' })
    await book.edit(0n, { paymentId: '' })
    expect(book.row(0n)).toEqual({ address: 'a', paymentId: '', description: 'rent' })
  })

  test.each([-1n, 1n, 2n ** 64n - 1n])('error: no row %s, and no row changes', async (index) => {
    const book = newBook()
    await book.add(row('rent'))
    const refused = { code: -12, message: `Index out of range: ${index}` }
    expect(() => book.row(index)).toThrow(expect.objectContaining(refused))
    await expect(book.edit(index, row('x'))).rejects.toMatchObject(refused)
    await expect(book.remove(index)).rejects.toMatchObject(refused)
    expect(rowsOf(book)).toEqual(['rent'])
  })
})
