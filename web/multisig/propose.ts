/**
 * From the form of a payment to one that a group looks at.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Session } from '../state/session.svelte.ts'
import { explainShared } from './fault.ts'
import { sharedOf } from './multisig.svelte.ts'

type Wanted =
  | { method: 'sweep_all'; params: Parameters<Session['client']['sweep_all']>[0] }
  | { method: 'transfer_split'; params: Parameters<Session['client']['transfer_split']>[0] }

/**
 * Makes the payment and keeps it; nobody has it yet. Where one in hand has this member's signature, it
 * waits until the person gives that up.
 *
 * @returns What went wrong.
 */
export async function propose(session: Session, wanted: Wanted): Promise<string | undefined> {
  try {
    const { wallet } = session
    // One of its own keys alone would send it at once.
    if (!wallet?.group?.multisig) throw new RpcError('NOT_OPEN', 'No wallet file')
    const { calls, memory, paying } = await sharedOf(session, wallet)
    const { client } = calls
    const { multisig_txset } =
      wanted.method === 'sweep_all'
        ? await client.sweep_all(wanted.params)
        : await client.transfer_split(wanted.params)
    await memory.read()
    return await paying.offer(multisig_txset, false)
  } catch (error) {
    return explainShared(error)
  }
}
