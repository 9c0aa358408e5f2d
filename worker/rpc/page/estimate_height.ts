import { i64, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const estimate_height = hostMethod({
  summary: 'Height to restore a wallet from, safely before a time',
  params: { seconds: i64.describe('Unix time.') },
  result: { height: u64 },
  run: async ({ service }, { seconds }) => ({ height: await service.heightBefore(seconds) }),
})
