/**
 * Explains errors of multisig calls to the user.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { explain } from '../format/fault.ts'

/** By the engine's error messages, which are the reference's. */
const phrases: [RegExp, string][] = [
  [/used before/, 'This wallet has been used before. Create a new wallet and share that one.'],
  [
    /stale data/,
    'The updates that this payment relies on are used up or were replaced. Exchange updates again, then ' +
      'propose the payment again.',
  ],
  [
    /Not enough multisig data|from more participants/,
    'Updates of too few members are imported. Exchange updates first.',
  ],
  [/different account/, 'This message belongs to another group.'],
  [/signature invalid|authenticate/, 'This message is damaged. Ask the member to send it again.'],
  [
    /not known whether/,
    'The node did not confirm that it received the payment. The wallet keeps it and sends it again. ' +
      'Check the history, and do not pay a second time.',
  ],
  [
    /spent meanwhile/,
    'The funds of this payment are already spent: another member may have sent it. Check the history.',
  ],
  [/No wallet file/, 'The wallet was closed in the meantime.'],
  [/another call came first/, 'Another operation was running. Try again.'],
  [/already fully signed/, 'This payment has enough signatures. It is ready to send.'],
]

export function explainMultisig(error: unknown): string {
  const text = error instanceof RpcError ? `${error.message} ${error.data ?? ''}` : ''
  return phrases.find(([phrase]) => phrase.test(text))?.[1] ?? explain(error)
}
