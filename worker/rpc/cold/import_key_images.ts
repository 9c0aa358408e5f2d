import { RpcError } from '#protocol/errors.ts'
import { list, object, text, u32, u64 } from '#protocol/fields.ts'
import { loadCold } from '../../engine/cold/load-cold.ts'
import { walletMethod } from '../method.ts'
import { parseKeyImage } from '../outputs/key-image.ts'
import { requireTrustedDaemon } from '../sync/trusted.ts'

const signedKeyImage = object({
  key_image: text.default('').describe('64 hex digits.'),
  signature: text.default('').describe('128 hex digits, made with the one-time key of the output.'),
})

export const import_key_images = walletMethod({
  summary: 'Imports key images, and finds spent outputs',
  params: {
    offset: u32
      .default(0)
      .describe('Index of the first key image among the outputs of the wallet.'),
    signed_key_images: list(signedKeyImage)
      .default([])
      .describe('Key images from export_key_images.'),
  },
  result: {
    height: u64.describe('Height of the block with the last imported output.'),
    spent: u64.describe('Spent amount of all outputs up to the last imported one, in piconero.'),
    unspent: u64.describe('Unspent amount of the same outputs, in piconero.'),
  },
  refusedWhen: ['restricted', 'background'],
  errors: [
    'UNKNOWN_ERROR',
    'WRONG_KEY_IMAGE',
    'WRONG_SIGNATURE',
    'NO_DAEMON_CONNECTION',
    'DAEMON_IS_BUSY',
  ],
  takesSets: true,
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
