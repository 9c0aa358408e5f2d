import { u64 } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const rescan_from = hostMethod({
  summary: 'Scans all blocks again, also those below the first block of the wallet',
  params: {
    height: u64.describe('Of the first block to scan; a wallet that begins below it begins there.'),
  },
  result: {},
  errors: ['NOT_OPEN', 'NO_DAEMON_CONNECTION', 'DAEMON_IS_BUSY', 'UNKNOWN_ERROR'],

  async run({ wallet }, { height }) {
    await wallet.sync.rescan({ hard: false, from: height })
    return {}
  },
})
