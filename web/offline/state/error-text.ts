/**
 * Explains errors of offline signing to the user.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { errorText } from '../../format/error-text.ts'

/**
 * What a part of a message means: these errors share a code. They are those of wallet2, are never translated, and
 * stand outside of functions so that the build leaves them.
 */
const meanings = {
  'Hot wallets cannot import outputs': 'scanned',
  'omit more outputs that we know of': 'outputsMissing',
  'Outputs from are for a different account': 'otherWallet',
  'Failed to decrypt outputs': 'otherWallet',
  'The key images are damaged': 'otherWallet',
  'Key images are for a different account': 'otherWallet',
  'cannot load unsigned_txset': 'otherWallet',
  'Failed to parse signed tx data': 'otherWallet',
  'The blockchain is out of date': 'behind',
  'Offset larger than known outputs': 'keyImagesMissing',
} as const

type Meaning = (typeof meanings)[keyof typeof meanings]

const explanations = (): Record<Meaning, string> => ({
  scanned:
    'This wallet has scanned the chain itself, so it takes no outputs of another one. Restore it on the offline device from its seed words, with “Keep this wallet offline”.',
  outputsMissing:
    'Earlier outputs are missing in this wallet. Create the outputs again on the online device, with all outputs.',
  otherWallet:
    'This belongs to another wallet, or it is damaged. Create it again in the wallet with the same keys.',
  behind:
    'The offline wallet knows more outputs than this one. Wait until this wallet is up to date, then import the key images again.',
  keyImagesMissing:
    'Earlier key images are missing. Create the key images again in the offline wallet, with all key images.',
})

export function offlineErrorText(error: unknown): string {
  if (!(error instanceof RpcError)) return errorText(error)
  const known = Object.entries(meanings).find(([part]) => error.message.includes(part))
  return known ? explanations()[known[1]] : errorText(error)
}
