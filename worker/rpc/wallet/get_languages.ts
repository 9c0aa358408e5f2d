import { list, text } from '#protocol/fields.ts'
import { languages } from '#protocol/mnemonic/languages.ts'
import { serviceMethod } from '../method.ts'

export const get_languages = serviceMethod({
  summary: 'Languages of seeds',
  params: {},
  result: {
    languages: list(text).describe('English names.'),
    languages_local: list(text).describe('Native names, in the same order.'),
  },
  source: 'wallet/wallet_rpc_server.cpp on_get_languages',

  run() {
    return {
      languages: languages.map(({ englishName }) => englishName),
      languages_local: languages.map(({ name }) => name),
    }
  },
})
