/**
 * What went wrong in a group, in words for the person in front of the screen.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { explain } from '../format/fault.ts'

/** By the engine's words, which are the reference's. */
const phrases: [RegExp, string][] = [
  [/used before/, 'This wallet was used already. Create a new one, and share that.'],
  [
    /stale data/,
    'This payment was made with messages that are used up, or were replaced since. Tell each other ' +
      'anew what came in, then propose it again.',
  ],
  [
    /Not enough multisig data|from more participants/,
    'Too few members have told you of what came in. Exchange those messages first.',
  ],
  [/different account/, 'This was made by another group.'],
  [/signature invalid|authenticate/, 'A message was changed on its way. Have it sent again.'],
  [
    /not known whether/,
    'The node did not say whether it took your payment. It is kept and will be sent again: look for ' +
      'it in the history, and do not pay a second time.',
  ],
  [
    /spent meanwhile/,
    'What it spends is spent: another member may have sent it. Look for it in the history.',
  ],
  [/No wallet file/, 'The wallet was closed meanwhile.'],
  [/another call came first/, 'Something else was under way. Try once more.'],
  [/already fully signed/, 'Enough members have signed this payment. It can be sent.'],
]

export function explainShared(error: unknown): string {
  const said = error instanceof RpcError ? `${error.message} ${error.data ?? ''}` : ''
  return phrases.find(([phrase]) => phrase.test(said))?.[1] ?? explain(error)
}
