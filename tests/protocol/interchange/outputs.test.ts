import { describe, expect, test } from 'vitest'
import { Writer } from '../../../protocol/chain/writer.ts'
import {
  readOutputs,
  writeDetails,
  writeOutputs,
  type ExportedOutputs,
} from '../../../protocol/interchange/outputs.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)

const told: ExportedOutputs = {
  offset: 3,
  total: 5,
  outputs: [
    {
      key: key(1),
      indexInTx: 0,
      globalIndex: 2n ** 40n,
      txPublicKey: key(2),
      additionalKeys: [],
      amount: 2n ** 63n,
      spent: true,
      frozen: false,
      ringct: true,
      keyImageKnown: false,
      requested: true,
      subaddress: { account: 1, address: 300 },
    },
    {
      key: key(3),
      indexInTx: 2,
      globalIndex: 0n,
      txPublicKey: key(4),
      additionalKeys: [key(5), key(6), key(7)],
      amount: 0n,
      spent: false,
      frozen: true,
      ringct: false,
      keyImageKnown: false,
      requested: false,
      subaddress: { account: 0, address: 0 },
    },
  ],
}

const outputsBytes = (form: 'pair' | 'triple') => {
  const writer = new Writer()
  writeOutputs(writer, told, form)
  return writer.bytes()
}

describe('outputs', () => {
  test('the triple says all of it', () => {
    expect(readOutputs(outputsBytes('triple'))).toEqual(told)
  })

  test('the pair says neither how many there are, nor whose', () => {
    const outputs = told.outputs.map((output) => ({ ...output, subaddress: undefined }))
    expect(readOutputs(outputsBytes('pair'))).toEqual({ offset: 3, total: undefined, outputs })
  })

  test('the older form is read as well', () => {
    const writer = new Writer()
    writeDetails(writer, told)
    expect(readOutputs(writer.bytes())).toEqual({ ...told, total: undefined })
  })
})
