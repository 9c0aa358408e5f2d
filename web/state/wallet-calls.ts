/**
 * Worker calls for one wallet. None of them reaches another wallet that was opened in its place, which may
 * be a member of the same group.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { WalletClient } from '../client.ts'
import type { Session } from './session.svelte.ts'
import type { WalletState } from './wallet.svelte.ts'

export type WalletCalls = {
  client: WalletClient
  withoutReload: Session['withoutReload']
}

/** Calls that throw NOT_OPEN, without a call to the worker, once `wallet` is not the open wallet. */
export function walletCalls(session: Session, wallet: WalletState): WalletCalls {
  const whileOpen = async <T>(call: () => Promise<T>): Promise<T> => {
    if (session.wallet !== wallet) throw notOpen()
    // The worker closes one wallet and opens the next before the page is notified.
    const { open } = await session.client.get_state({})
    if (open !== wallet.name || session.wallet !== wallet) throw notOpen()
    return call()
  }
  type Call = (params: unknown) => Promise<unknown>
  const guarded = (client: WalletClient, name: string) => (params: unknown) => {
    const call: Call = Reflect.get(client, name)
    return whileOpen(() => call(params))
  }
  return {
    client: new Proxy(session.client, {
      get: (client, name: string) => (name === 'then' ? undefined : guarded(client, name)),
    }),
    withoutReload: (task) => session.withoutReload(task),
  }
}

const notOpen = () => new RpcError('NOT_OPEN', 'No wallet file')
