import { bool } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const set_scan_feed = hostMethod({
  summary: 'Sets whether old blocks are read from the scan feed, from the next refresh on',
  params: { enabled: bool.describe('False for strict mode: old blocks are read as blocks.') },
  result: {},

  run({ service }, { enabled }) {
    service.scanFeed = enabled
    return {}
  },
})
