import { bool } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const set_work_check = hostMethod({
  summary: 'Sets whether proofs of work are checked, from the next refresh on',
  params: { on: bool },
  result: {},

  run({ service }, { on }) {
    const { workHasher } = service.ports
    if (workHasher) workHasher.isOn = on
    return {}
  },
})
