import { text, u32, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const import_key_image_file = hostMethod({
  summary: 'Imports key images of the offline wallet; no request names them',
  params: { key_images_hex: text },
  result: {
    count: u32.describe('Number of key images in the file.'),
    spent: u64.describe('Spent amount of all outputs up to the last of these, in piconero.'),
    unspent: u64.describe('Unspent amount of the same outputs, in piconero.'),
  },
  errors: [
    'NOT_OPEN',
    'BAD_HEX',
    'UNKNOWN_ERROR',
    'WRONG_SIGNATURE',
    'NO_DAEMON_CONNECTION',
    'DAEMON_IS_BUSY',
  ],

  async run({ wallet }, { key_images_hex }) {
    const { importKeyImageFile } = await import('./offline-sets.ts')
    return importKeyImageFile(wallet, key_images_hex)
  },
})
