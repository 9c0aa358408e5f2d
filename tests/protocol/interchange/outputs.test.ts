import { describe, expect, test } from 'vitest'
import { Writer } from '../../../protocol/chain/writer.ts'
import { readOutputs, writeDetails, writeOutputs } from '../../../protocol/interchange/outputs.ts'
import { exportedOutputs } from '../../support/transactions/exported-outputs.ts'

const outputsBytes = (form: 'pair' | 'triple') => {
  const writer = new Writer()
  writeOutputs(writer, exportedOutputs, form)
  return writer.bytes()
}

describe('exported outputs', () => {
  test('in the form "triple" contain all fields', () => {
    expect(readOutputs(outputsBytes('triple'))).toEqual(exportedOutputs)
  })

  test('in the form "pair" contain neither the total nor the subaddress', () => {
    const outputs = exportedOutputs.outputs.map((output) => ({ ...output, subaddress: undefined }))
    expect(readOutputs(outputsBytes('pair'))).toEqual({ offset: 3, total: undefined, outputs })
  })

  test('in the older form are parsed without a total', () => {
    const writer = new Writer()
    writeDetails(writer, exportedOutputs)
    expect(readOutputs(writer.bytes())).toEqual({ ...exportedOutputs, total: undefined })
  })
})
