import { describe, expect, test } from 'vitest'
import { at, coldPair } from '../../../support/wallets/cold-pair.ts'

describe('import_outputs', () => {
  test.each(['pair', 'triple'])('imports outputs in the form of a %s', async (form) => {
    const { cold, offline, exported } = await coldPair([at(3), at(2, 1)])
    expect(await offline('import_outputs', await exported(form))).toEqual({ num_imported: 2n })
    const places = [...cold.store.outputs.values()].map(({ subaddress }) => subaddress)
    expect(places).toEqual([at(3), at(2, 1)])
  })

  test.each([
    ['0', -26, 'Failed to parse hex.'],
    ['00', -1, 'Bad magic from outputs'],
  ])('error: %j', async (outputs_data_hex, code, message) => {
    const { offline } = await coldPair([])
    expect(await offline('import_outputs', { outputs_data_hex })).toEqual({
      error: { code, message },
    })
  })
})
