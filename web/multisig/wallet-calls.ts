/**
 * What is asked of the worker for one wallet: nothing of it reaches another that was opened in its place,
 * which may well be a member of the same group.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { GroupView, HandedOn } from '../../worker/hosts/host.ts'
import type { WalletClient } from '../client.ts'
import type { Session } from '../state/session.svelte.ts'
import type { WalletState } from '../state/wallet.svelte.ts'

export type Calls = {
  client: WalletClient
  host: {
    group(): Promise<GroupView | undefined>
    handedOn(text: string): Promise<HandedOn | undefined>
  }
  undisturbed: Session['undisturbed']
}

/** Calls that throw NOT_OPEN, and are not made, once `wallet` is no more the open one. */
export function callsOf(session: Session, wallet: WalletState): Calls {
  const whileOpen = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (session.wallet !== wallet) throw notOpen()
    // The worker knows first: while one wallet closes there, the next is open already.
    const { open } = await session.host.state()
    if (open !== wallet.name || session.wallet !== wallet) throw notOpen()
    return ask()
  }
  type Ask = (params: unknown) => Promise<unknown>
  const guarded = (client: WalletClient, name: string) => (params: unknown) =>
    whileOpen(() => (client as unknown as Record<string, Ask>)[name]!(params))
  return {
    client: new Proxy(session.client, {
      get: (client, name: string) => (name === 'then' ? undefined : guarded(client, name)),
    }),
    host: {
      group: () => whileOpen(async () => session.host.group()),
      handedOn: (text) => whileOpen(async () => session.host.handedOn(text)),
    },
    undisturbed: (task) => session.undisturbed(task),
  }
}

const notOpen = () => new RpcError('NOT_OPEN', 'No wallet file')
