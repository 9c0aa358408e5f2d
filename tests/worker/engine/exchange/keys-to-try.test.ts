import { expect, test } from 'vitest'
import { keysToTry } from '../../../../worker/engine/exchange/keys-to-try.ts'
import { exportedOutputs, keyOf } from '../../../support/transactions/exported-outputs.ts'

test('the main key comes first, then the additional key of the output', () => {
  const [withoutKeys, withKeys] = exportedOutputs.outputs
  expect(keysToTry(withoutKeys!)).toEqual([keyOf(2)])
  expect(keysToTry(withKeys!)).toEqual([keyOf(4), keyOf(7)])
  expect(keysToTry({ ...withKeys!, indexInTx: 1 })).toEqual([keyOf(4), keyOf(6)])
  expect(keysToTry({ ...withKeys!, indexInTx: 3 })).toEqual([keyOf(4)])
})
