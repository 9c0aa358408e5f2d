import { bool, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const get_seed_check = hostMethod({
  summary: 'Whether the user should check the seed words',
  params: {},
  result: {
    has_words: bool,
    due: bool,
    checked: u64.optional().describe('Time of the last check, Unix seconds; absent if never.'),
  },
  errors: ['NOT_OPEN'],

  async run({ wallet }) {
    const { seedCheckOf } = await import('../../../engine/keys/seed-check.ts')
    const { hasWords, isDue, checked } = seedCheckOf(wallet.store, wallet.ports.clock.now())
    return { has_words: hasWords, due: isDue && wallet.background === undefined, checked }
  },
})
