import { bool, u32, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const get_offline_state = hostMethod({
  summary: 'What a view-only wallet and its offline wallet still have to exchange',
  params: {},
  result: {
    outputs: u32.describe('Outputs that this wallet knows.'),
    missing: u32.describe('Those of them whose key image is unknown here.'),
    scanned: bool.describe('Whether this wallet has scanned blocks itself.'),
    restore_height: u64.describe('Where scanning begins.'),
    own_offline: bool.describe('Whether this wallet is kept offline by its own setting.'),
  },
  errors: ['NOT_OPEN'],

  run({ wallet }) {
    const { store, info } = wallet
    return {
      outputs: store.outputs.size,
      missing: [...store.outputs.values()].filter(({ keyImage }) => keyImage === undefined).length,
      scanned: store.blocks.size > 0,
      restore_height: info.restoreHeight,
      own_offline: info.keptOffline === true,
    }
  },
})
