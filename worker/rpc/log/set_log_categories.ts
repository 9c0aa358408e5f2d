import { text } from '#protocol/fields.ts'
import { serviceMethod } from '../method.ts'

export const set_log_categories = serviceMethod({
  summary: 'Sets the log categories',
  params: {
    categories: text
      .default('')
      .describe(
        'category:LEVEL, separated by commas; + adds one, - removes one. Or a level from 0 to 4.',
      ),
  },
  result: { categories: text.describe('The current categories.') },
  refusedWhen: ['restricted'],
  source: 'wallet/wallet_rpc_server.cpp on_set_log_categories',

  run({ ports: { logCategories } }, { categories }) {
    logCategories.set(categories)
    return { categories: logCategories.text }
  },
})
