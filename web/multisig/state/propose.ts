/**
 * Proposes the payment of the send form to the group.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Session } from '../../state/session.svelte.ts'
import { multisigErrorText } from './error-text.ts'
import { multisigOf } from './multisig.svelte.ts'

type Request =
  | { method: 'sweep_all'; params: Parameters<Session['client']['sweep_all']>[0] }
  | { method: 'transfer_split'; params: Parameters<Session['client']['transfer_split']>[0] }

/**
 * Builds the payment and stores it; no other member has it yet. If the current payment has a signature of
 * this member, the new one waits until the user discards that signature.
 *
 * @returns What failed.
 */
export async function propose(session: Session, request: Request): Promise<string | undefined> {
  try {
    const { wallet } = session
    // A wallet with a single key would send the payment at once.
    if (!wallet?.group?.multisig) throw new RpcError('NOT_OPEN', 'No wallet file')
    const { calls, progress, payment } = multisigOf(wallet)
    const { client } = calls
    const { multisig_txset } =
      request.method === 'sweep_all'
        ? await client.sweep_all(request.params)
        : await client.transfer_split(request.params)
    await progress.load()
    return await payment.offer(multisig_txset, false)
  } catch (error) {
    return multisigErrorText(error)
  }
}
