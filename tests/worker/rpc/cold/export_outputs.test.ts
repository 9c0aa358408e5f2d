import { describe, expect, test } from 'vitest'
import { at, coldPair } from '../../../support/wallets/cold-pair.ts'

describe('export_outputs', () => {
  test('exports outputs that the offline wallet lacks, or all of them', async () => {
    const { hot, offline } = await coldPair([at(0), at(1)])
    const all = await hot('export_outputs', { all: true })
    expect(await offline('import_outputs', all)).toEqual({ num_imported: 2n })
    const images = await offline('export_key_images', { all: true })
    await hot('import_key_images', images)
    // Every key image is known: the partial export is empty.
    const rest = await hot('export_outputs')
    expect(rest.outputs_data_hex.length).toBeLessThan(all.outputs_data_hex.length)
  })

  test('exports a range of all outputs', async () => {
    const { hot, offline } = await coldPair([at(0), at(1), at(2)])
    const some = await hot('export_outputs', { all: true, start: 0, count: 2 })
    expect(await offline('import_outputs', some)).toEqual({ num_imported: 2n })
    const last = await hot('export_outputs', { all: true, start: 2, count: 9 })
    expect(await offline('import_outputs', last)).toEqual({ num_imported: 3n })
  })

  test('error: an unknown form', async () => {
    const { hot } = await coldPair([])
    expect(await hot('export_outputs', { form: 'single' })).toEqual({
      error: {
        code: -32602,
        message: 'Invalid params',
        data: 'form: expected pair or triple',
      },
    })
  })
})
