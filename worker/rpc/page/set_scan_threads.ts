import { u32 } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const set_scan_threads = hostMethod({
  summary: 'Sets how many threads scan, from the next refresh on',
  params: { count: u32.optional().describe('If absent, one per core.') },
  result: {},

  run({ setScanThreads }, { count }) {
    setScanThreads(count)
    return {}
  },
})
