import { describe, expect, test } from 'vitest'
import { isFrozen, setFrozen } from '../../../../worker/engine/ledger/frozen.ts'
import { Store, type RecordChange } from '../../../../worker/engine/store/store.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

/** A store with two outputs, and the changes written to it since. */
async function scene() {
  const written: RecordChange[] = []
  const store = new Store(async (changes) => void written.push(...changes))
  const outputs = [someOutput(), someOutput()] as const
  await store.commit((change) => {
    for (const output of outputs) change.put(store.outputs, output.key, output)
  })
  written.length = 0
  return { store, outputs, written }
}
const notFound = { reason: 'UNKNOWN_ERROR', code: -1, message: 'Key image not found' }

describe('setFrozen', () => {
  test('freezes one output, and thaws it', async () => {
    const { store, outputs } = await scene()
    const [first, second] = outputs
    await setFrozen(store, first.keyImage!, true)
    expect([...store.outputs.values()]).toEqual([{ ...first, frozen: true }, second])
    expect([isFrozen(store, first.keyImage!), isFrozen(store, second.keyImage!)]).toEqual([
      true,
      false,
    ])
    await setFrozen(store, first.keyImage!, false)
    expect([...store.outputs.values()]).toEqual(outputs)
  })

  test('writes nothing if the output has the state already', async () => {
    const { store, outputs, written } = await scene()
    await setFrozen(store, outputs[0].keyImage!, false)
    expect(written).toEqual([])
  })

  test('error: no output has the key image', async () => {
    const { store, written } = await scene()
    const unknown = 'ab'.repeat(32)
    await expect(setFrozen(store, unknown, true)).rejects.toMatchObject(notFound)
    expect(() => isFrozen(store, unknown)).toThrow(expect.objectContaining(notFound))
    expect(written).toEqual([])
  })
})
