import { bool, list, object, text, u32 } from '#protocol/fields.ts'
import { loadCold } from '../../engine/cold/load-cold.ts'
import { walletMethod } from '../method.ts'

const signedKeyImage = object({
  key_image: text.describe('64 hex digits.'),
  signature: text.describe('128 hex digits, made with the one-time key of the output.'),
})

export const export_key_images = walletMethod({
  summary: 'Exports key images for a view-only wallet',
  params: {
    all: bool
      .default(false)
      .describe('All key images; else from the first that the view-only wallet needs.'),
  },
  result: {
    offset: u32.describe('Index of the first key image among the outputs of the wallet.'),
    signed_key_images: list(signedKeyImage),
  },
  refusedWhen: ['restricted', 'background'],
  errors: ['WATCH_ONLY', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_export_key_images',

  run(wallet, { all }) {
    const { ports, store } = wallet
    // Queued: the spend key is not wiped during this task.
    return wallet.inForeground(async () => {
      const { exportKeyImages, firstRequested } = await loadCold()
      const offset = all ? 0 : firstRequested(store)
      const signed = await exportKeyImages(ports, store, offset)
      return {
        offset,
        signed_key_images: signed.map(({ keyImage, signature }) => ({
          key_image: keyImage,
          signature,
        })),
      }
    })
  },
})
