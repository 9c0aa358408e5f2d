/**
 * From the form of a payment to one that a group looks at.
 *
 * @module
 */
import type { Session } from '../state/session.svelte.ts'
import { explainShared } from './fault.ts'
import { Memory } from './memory.svelte.ts'

type Wanted =
  | { method: 'sweep_all'; params: Parameters<Session['client']['sweep_all']>[0] }
  | { method: 'transfer_split'; params: Parameters<Session['client']['transfer_split']>[0] }

/** Makes the payment and keeps it. Nobody has it yet. @returns What went wrong. */
export async function propose(session: Session, wanted: Wanted): Promise<string | undefined> {
  const { client } = session
  try {
    const { multisig_txset } =
      wanted.method === 'sweep_all'
        ? await client.sweep_all(wanted.params)
        : await client.transfer_split(wanted.params)
    const memory = new Memory(client)
    await memory.read()
    await memory.keep({ payment: multisig_txset, agreed: false })
    return undefined
  } catch (error) {
    return explainShared(error)
  }
}
