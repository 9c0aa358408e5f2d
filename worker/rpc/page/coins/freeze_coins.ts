import { bool, list, text } from '#protocol/fields.ts'
import { setAllFrozen } from '../../../engine/ledger/frozen.ts'
import { hostMethod } from '../../method.ts'

export const freeze_coins = hostMethod({
  summary: 'Freezes or thaws several outputs, all or none',
  params: { key_images: list(text), frozen: bool },
  result: {},
  errors: ['NOT_OPEN', 'UNKNOWN_ERROR'],

  async run({ wallet }, { key_images, frozen }) {
    await setAllFrozen(wallet.store, key_images, frozen)
    wallet.events.emit('changed', { what: 'balance' })
    return {}
  },
})
