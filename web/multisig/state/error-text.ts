/**
 * Explains errors of multisig calls to the user.
 *
 * @module
 */
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { errorText } from '../../format/error-text.ts'

/** Errors that share their code with others, by their `data`. */
const detailTexts = (): { readonly [data: string]: string } => ({
  [errorDetails.walletUsed]:
    'This wallet has been used before. Create a new wallet and share that one.',
  [errorDetails.staleMultisigInfo]:
    'The updates that this payment relies on are used up or were replaced. Exchange updates again, then propose the payment again.',
  [errorDetails.missingMultisigInfo]:
    'Updates of too few members are imported. Exchange updates first.',
  [errorDetails.otherMultisigGroup]: 'This message belongs to another group.',
  [errorDetails.damagedMessage]: 'This message is damaged. Ask the member to send it again.',
  [errorDetails.answerLost]:
    'The node did not confirm that it received the payment. The wallet keeps it. Check the history in a few minutes: if the payment still waits, send it again there, and do not pay a second time.',
  [errorDetails.outputSpent]:
    'The funds of this payment are already spent: another member may have sent it. Check the history.',
  [errorDetails.interrupted]: 'Another operation was running. Try again.',
  [errorDetails.fullySigned]: 'This payment has enough signatures. It is ready to send.',
})

export function multisigErrorText(error: unknown): string {
  if (!(error instanceof RpcError)) return errorText(error)
  return detailTexts()[error.data ?? ''] ?? errorText(error)
}
