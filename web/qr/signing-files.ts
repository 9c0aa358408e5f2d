/**
 * Files of offline signing, and the names that Feather gives them in animated QR codes.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { magics } from '#protocol/interchange/magics.ts'

/** By the type of the UR: the file's first bytes, and the name that monero-wallet-cli gives it. */
const kinds = {
  'xmr-output': { beginning: magics.outputs.words, fileName: 'outputs' },
  'xmr-keyimage': { beginning: magics.keyImages.words, fileName: 'key_images' },
  'xmr-txunsigned': { beginning: magics.unsigned.words, fileName: 'unsigned_monero_tx' },
  'xmr-txsigned': { beginning: magics.signed.words, fileName: 'signed_monero_tx' },
} as const

export type SigningFile = keyof typeof kinds

export const signingFiles = Object.keys(kinds) as SigningFile[]

/** What a file is by its first bytes; undefined for another file. */
export const kindOfFile = (bytes: Uint8Array): SigningFile | undefined =>
  signingFiles.find((kind) => {
    const beginning = utf8ToBytes(kinds[kind].beginning)
    return beginning.every((byte, i) => byte === bytes[i])
  })

export const fileName = (kind: SigningFile): string => kinds[kind].fileName
