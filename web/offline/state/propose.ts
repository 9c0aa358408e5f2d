/**
 * Prepares the payment of the send form for the offline wallet.
 *
 * @module
 */
import type { Session } from '../../state/session.svelte.ts'
import { offlineErrorText } from './error-text.ts'
import { offlineOf } from './offline.svelte.ts'

type Request =
  | { method: 'sweep_all'; params: Parameters<Session['client']['sweep_all']>[0] }
  | { method: 'transfer_split'; params: Parameters<Session['client']['transfer_split']>[0] }

/**
 * Builds the unsigned payment and stores it. It replaces one that was prepared before.
 *
 * @param note - Saved when the payment is sent.
 * @returns What failed.
 */
export async function prepareUnsigned(
  session: Session,
  request: Request,
  note: string,
): Promise<string | undefined> {
  try {
    const { wallet } = session
    if (!wallet) return undefined
    const offline = offlineOf(wallet)
    const { client } = offline.calls
    await offline.store.load()
    const { unsigned_txset } =
      request.method === 'sweep_all'
        ? await client.sweep_all(request.params)
        : await client.transfer_split(request.params)
    await offline.propose(unsigned_txset, note)
    return undefined
  } catch (error) {
    return offlineErrorText(error)
  }
}
