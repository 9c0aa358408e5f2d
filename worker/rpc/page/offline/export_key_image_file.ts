import { bool, text, u32 } from '#protocol/fields.ts'
import { longHex } from '#protocol/hex.ts'
import { loadCold } from '../../../engine/cold/load-cold.ts'
import { hostMethod } from '../../method.ts'

export const export_key_image_file = hostMethod({
  summary: 'Key images of the offline wallet, in the file that view-only wallets import',
  params: { all: bool.describe('All key images; else from the first that is requested.') },
  result: {
    key_images_hex: text.describe('Encrypted and signed with the view key.'),
    count: u32.describe('Number of key images.'),
  },
  errors: ['NOT_OPEN', 'WATCH_ONLY', 'UNKNOWN_ERROR'],

  run({ wallet }, { all }) {
    const { ports, store } = wallet
    // Queued: the spend key is not wiped during this task.
    return wallet.inForeground(async () => {
      const { exportKeyImageFile, firstRequested } = await loadCold()
      const from = all ? 0 : firstRequested(store)
      const { file, count } = await exportKeyImageFile(ports, store, from)
      return { key_images_hex: longHex(file), count }
    })
  },
})
