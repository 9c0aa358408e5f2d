import { RpcError } from '#protocol/errors.ts'
import { list, object, text, u32, u64 } from '#protocol/fields.ts'
import { loadCold } from '../../engine/cold/load-cold.ts'
import { walletMethod } from '../method.ts'
import { parseKeyImage } from '../outputs/key-image.ts'
import { requireTrustedDaemon } from '../sync/trusted.ts'

const signedKeyImage = object({
  key_image: text.default('').describe('64 hex digits.'),
  signature: text.default('').describe('128 hex digits, by the one-time key of the output.'),
})

export const import_key_images = walletMethod({
  summary: 'Import key images, and find spent outputs',
  params: {
    offset: u32.default(0).describe('Index of the first among the outputs of the wallet.'),
    signed_key_images: list(signedKeyImage).default([]).describe('As export_key_images gave them.'),
  },
  result: {
    height: u64.describe('Of the block of the last of them.'),
    spent: u64.describe('In piconero, of all outputs up to the last of them.'),
    unspent: u64.describe('In piconero, of the same.'),
  },
  refusedWhen: ['restricted', 'background'],
  errors: [
    'UNKNOWN_ERROR',
    'WRONG_KEY_IMAGE',
    'WRONG_SIGNATURE',
    'NO_DAEMON_CONNECTION',
    'DAEMON_IS_BUSY',
  ],
  source: 'wallet/wallet_rpc_server.cpp on_import_key_images',

  async run(wallet, { offset, signed_key_images }) {
    requireTrustedDaemon(wallet)
    const signed = signed_key_images.map(({ key_image, signature }) => ({
      keyImage: parseKeyImage(key_image),
      signature: parseSignature(signature),
    }))
    const { importKeyImages, spentAndUnspent } = await loadCold()
    const outputs = await wallet.inForeground(() => importKeyImages(wallet, signed, offset))
    if (outputs.length === 0) return { height: 0n, spent: 0n, unspent: 0n }
    await wallet.sync.learnSpent(outputs.slice(offset).map(({ key }) => key))
    return { height: outputs.at(-1)!.height, ...spentAndUnspent(outputs, wallet.store) }
  },
})

function parseSignature(given: string): string {
  if (!/^[0-9a-f]{128}$/i.test(given))
    throw new RpcError('WRONG_SIGNATURE', 'failed to parse signature')
  return given.toLowerCase()
}
