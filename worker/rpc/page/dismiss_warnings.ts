import { list, text } from '#protocol/fields.ts'
import { dismissWarnings } from '../../engine/store/warnings.ts'
import { hostMethod } from '../method.ts'

export const dismiss_warnings = hostMethod({
  summary: 'Dismisses warnings, so that they are not shown again',
  params: { ids: list(text).describe('As in get_overview.') },
  result: {},
  errors: ['NOT_OPEN'],

  async run({ wallet: { store } }, { ids }) {
    await store.commit((change) => dismissWarnings(change, store, ids))
    return {}
  },
})
