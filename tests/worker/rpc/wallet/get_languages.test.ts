import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

describe('get_languages', () => {
  test('lists the English and the own name of each, in the same order', async () => {
    expect(await dispatch(await testService(), 'get_languages')).toEqual({
      result: {
        languages: [
          'German',
          'English',
          'Spanish',
          'French',
          'Italian',
          'Dutch',
          'Portuguese',
          'Russian',
          'Japanese',
          'Chinese (simplified)',
          'Esperanto',
          'Lojban',
        ],
        languages_local: [
          'Deutsch',
          'English',
          'Español',
          'Français',
          'Italiano',
          'Nederlands',
          'Português',
          'русский язык',
          '日本語',
          '简体中文 (中国)',
          'Esperanto',
          'Lojban',
        ],
      },
    })
  })
})
