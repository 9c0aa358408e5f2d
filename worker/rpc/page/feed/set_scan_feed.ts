import { bool } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const set_scan_feed = hostMethod({
  summary: 'Sets whether old blocks are read from the scan feed, from the next refresh on',
  params: {
    enabled: bool.describe('False for strict mode: old blocks are read as blocks.'),
    scan_rows: bool
      .default(false)
      .describe(
        'Whether its shortest rows are read. The server can then learn which half hours of the chain may concern ' +
          'the wallet.',
      ),
  },
  result: {},

  run({ service }, { enabled, scan_rows }) {
    service.scanFeed = enabled
    service.feedKind = scan_rows ? 'scan' : 'complete'
    return {}
  },
})
