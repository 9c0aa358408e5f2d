/**
 * Explains errors of wallet calls to the user.
 *
 * @module
 */
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError, type Code } from '#protocol/errors.ts'
import { text } from '../languages/text.ts'
import { logBug } from './log-bug.ts'

const codeTexts = (): Partial<Record<Code, string>> => ({
  NOT_OPEN: 'The wallet was closed in the meantime.',
  INVALID_PASSWORD: 'That is not the password of this wallet.',
  WALLET_ALREADY_EXISTS: 'A wallet of this name is already here.',
  NO_DAEMON_CONNECTION: 'The node cannot be reached. Try again when you are online.',
  DAEMON_IS_BUSY: 'The node is busy. Try again in a moment.',
  WRONG_ADDRESS: 'This is not an address of this network.',
  WRONG_PAYMENT_ID: 'The payment id is not valid.',
  WRONG_URI: 'This payment request cannot be read.',
  NOT_ENOUGH_MONEY: 'There is not enough money for this amount and its fee.',
  NOT_ENOUGH_UNLOCKED_MONEY: 'Not enough of your money is unlocked yet. Wait a few blocks.',
  NOT_ENOUGH_OUTS_TO_MIX: 'The chain is too short to hide your payment among others yet.',
  TX_NOT_POSSIBLE: 'This amount cannot be sent together with its fee.',
  ZERO_DESTINATION: 'The amount must be more than zero.',
  ZERO_AMOUNT: 'The amount must be more than zero.',
  WATCH_ONLY: 'This wallet can only watch: it has no key to spend.',
})

const seedText = () => 'These are not the words of a seed. Check them once more.'

const lostCoinText = () => 'A chosen coin cannot be spent any more. Choose the coins again.'

/** Two nodes have different blocks or fees. */
export const disagreementText = () =>
  'Two nodes disagree about the chain, so one of them is wrong. Nothing is sent until they agree. Try again later, or choose another node in the settings.'

/** Errors that share their code with others, by their `data`. */
const detailTexts = (): { readonly [data: string]: string } => ({
  [errorDetails.wrongPassword]: 'That is not the password of this wallet.',
  [errorDetails.walletInUse]: 'This wallet is open in another tab. Close it there.',
  [errorDetails.seedWordCount]: seedText(),
  [errorDetails.seedUnknownWord]: seedText(),
  [errorDetails.seedChecksum]: seedText(),
  [errorDetails.seedNoKey]: seedText(),
  [errorDetails.seedAmbiguous]: seedText(),
  [errorDetails.seedFeatures]: seedText(),
  [errorDetails.seedEncrypted]: seedText(),
  [errorDetails.refusedBefore]:
    'An earlier payment was refused, but could still be mined. This payment cannot take its place. Wait, or open the earlier payment in the history and give it up.',
  [errorDetails.chosenUnknown]: lostCoinText(),
  [errorDetails.chosenOtherAccount]: lostCoinText(),
  [errorDetails.chosenSpent]: lostCoinText(),
  [errorDetails.chosenFrozen]: 'A chosen coin is frozen. Thaw it first, or choose other coins.',
  [errorDetails.chosenLocked]: 'A chosen coin is still locked. Wait, or choose other coins.',
  [errorDetails.chosenTooSmall]:
    'The chosen coins are not enough for this amount and its fee. Choose more coins, or send less.',
  [errorDetails.chosenTooMany]:
    'One transaction cannot hold this many coins or recipients. Choose fewer, or pay in several steps.',
  [errorDetails.wrongCandidates]:
    'The node gave a wrong answer, which could reveal what you spend. It is not asked about this money again. Choose another node in the settings, then pay again.',
  [errorDetails.nodesDisagree]: disagreementText(),
  [errorDetails.codeNotLoaded]:
    'A part of the wallet could not be loaded. Check your connection and try again.',
  [errorDetails.missingCandidates]:
    'The node lacks blocks that this payment needs. Wait until it has caught up, or choose another node in the settings.',
})

/**
 * The text for an error of a wallet call; without one, the engine's message. A bug gets an id that the user
 * can report; the console has the same id.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof RpcError)) return bugText(logBug(error))
  if (error.reason === 'INTERNAL_ERROR') return bugText(error.data)
  return detailTexts()[error.data ?? ''] ?? codeTexts()[error.reason] ?? error.message
}

const bugText = (id?: string) =>
  `Unexpected error. If you report it, add its id: ${id ?? text('unknown')}. Details are in the browser console.`
