import { beforeEach, expect, test } from 'vitest'
import { outputWith } from '../../../../worker/engine/ledger/by-key-image.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { Table } from '../../../../worker/engine/store/store.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

const [first, second] = ['aa'.repeat(32), 'bb'.repeat(32)] as const
let outputs: Table<OutputRecord>
beforeEach(() => {
  outputs = new Table('outputs')
})
const put = (output: OutputRecord) => outputs.set(output.key, output)

test('finds an output by its key image, and none by an unknown one', () => {
  const output = someOutput({ keyImage: first })
  put(someOutput())
  put(output)
  expect(outputWith(outputs, first)).toBe(output)
  expect(outputWith(outputs, second)).toBeUndefined()
})

test('finds an output by a key image that is imported later', () => {
  const { keyImage: _, ...unknown } = someOutput()
  put(unknown)
  expect(outputWith(outputs, first)).toBeUndefined()
  put({ ...unknown, keyImage: first })
  expect(outputWith(outputs, first)?.key).toBe(unknown.key)
})

test('returns the current record of a changed output', () => {
  const output = someOutput({ keyImage: first })
  put(output)
  outputWith(outputs, first)
  put({ ...output, frozen: true })
  expect(outputWith(outputs, first)).toMatchObject({ frozen: true })
})

test('drops a corrected key image and that of a deleted output', () => {
  const output = someOutput({ keyImage: first })
  put(output)
  put({ ...output, keyImage: second })
  expect(outputWith(outputs, first)).toBeUndefined()
  expect(outputWith(outputs, second)?.key).toBe(output.key)
  outputs.set(output.key, undefined)
  expect(outputWith(outputs, second)).toBeUndefined()
})

test('keeps the current output of a key image that another output had before', () => {
  const [wrong, right] = [someOutput({ keyImage: first }), someOutput()]
  put(wrong)
  outputWith(outputs, first)
  put({ ...right, keyImage: first })
  put({ ...wrong, keyImage: second })
  expect(outputWith(outputs, first)?.key).toBe(right.key)
  expect(outputWith(outputs, second)?.key).toBe(wrong.key)
})
