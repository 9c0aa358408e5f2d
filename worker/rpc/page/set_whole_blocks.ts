import { bool } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const set_whole_blocks = hostMethod({
  summary: 'Sets whether the newest blocks are requested whole, from the next refresh on',
  params: { enabled: bool },
  result: {},

  run({ service }, { enabled }) {
    service.wholeBlocks = enabled
    return {}
  },
})
