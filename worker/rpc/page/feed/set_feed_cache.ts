import { u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const set_feed_cache = hostMethod({
  summary: 'Sets how much of scan feeds is kept on this device, and removes what is above that',
  params: { bytes: u64.describe('0 keeps nothing.') },
  result: {},

  async run({ service }, { bytes }) {
    const cache = await service.ports.feedCache?.()
    await cache?.setBudget(Number(bytes))
    return {}
  },
})
