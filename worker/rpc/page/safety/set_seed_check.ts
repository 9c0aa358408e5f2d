import { choice } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const set_seed_check = hostMethod({
  summary: 'Stores that the user checked the seed words, or will do so later',
  params: { outcome: choice('checked', 'later') },
  result: {},
  errors: ['NOT_OPEN', 'UNKNOWN_ERROR'],

  async run({ wallet: { store, ports } }, { outcome }) {
    const { noteSeedCheck } = await import('../../../engine/keys/seed-check.ts')
    await store.commit((change) => noteSeedCheck(change, store, outcome, ports.clock.now()))
    return {}
  },
})
