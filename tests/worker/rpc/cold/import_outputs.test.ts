import { describe, expect, test } from 'vitest'
import { at, coldPair } from '../../../support/wallets/cold-pair.ts'

describe('import_outputs', () => {
  test.each(['pair', 'triple'])(
    'finds payments to addresses each beyond the lookahead of the one before (%s)',
    async (form) => {
      const { cold, offline, exported } = await coldPair([at(3), at(7), at(11), at(2, 1), at(4, 2)])
      expect(await offline('import_outputs', await exported(form))).toEqual({ num_imported: 5n })
      const places = [...cold.store.outputs.values()].map(({ subaddress }) => subaddress)
      expect(places).toEqual([at(3), at(7), at(11), at(2, 1), at(4, 2)])
      expect(cold.addresses.addressCount(0)).toBe(12)
      expect(cold.addresses.accountCount).toBe(3)
    },
  )

  test('finds a payment far beyond the lookahead when the export names its address', async () => {
    const { cold, offline, exported } = await coldPair([at(40)], 40)
    expect(await offline('import_outputs', await exported('pair'))).toEqual({
      error: { code: -1, message: 'Failed to import outputs: Failed to generate key image' },
    })
    expect(cold.addresses.addressCount(0)).toBe(1)
    expect(await offline('import_outputs', await exported())).toEqual({ num_imported: 1n })
    expect(cold.addresses.addressCount(0)).toBe(41)
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
