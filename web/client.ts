/**
 * The wallet's worker as the page calls it: methods typed by their contracts, errors with their codes.
 *
 * @module
 */
import type { Client } from '#protocol/contract.ts'
import { codes, RpcError, type Code } from '#protocol/errors.ts'
import type { SlicedCalls } from '../worker/hosts/slices.ts'
import type { Outcome } from '../worker/rpc/dispatcher.ts'
import type * as methods from '../worker/rpc/methods.ts'
import type * as pageMethods from '../worker/rpc/page-methods.ts'

/** Names of the methods of the wallet RPC. */
export type WalletMethod = keyof typeof methods
export type WalletClient = Client<typeof methods & typeof pageMethods>
export type WalletCall = (name: string, params: unknown) => Promise<Outcome>

/** Turns `call('get_balance', params)` into `client.get_balance(params)`, fully typed. */
export function walletClient(call: WalletCall): WalletClient {
  const ask = (name: string) => async (params: unknown) => {
    const outcome = await call(name, params)
    if ('error' in outcome) throw rpcError(outcome.error)
    return outcome.result
  }
  // JavaScript recognises a promise by its `then`, so a client must not have one.
  const get = (_: object, name: string) => (name === 'then' ? undefined : ask(name))
  return new Proxy({}, { get }) as WalletClient
}

/** Calls of a worker. Long lists come in slices: between them the page shows frames and takes input. */
export const callsOf =
  (host: SlicedCalls): WalletCall =>
  async (name, params) => {
    const { outcome, rest } = await host.callInSlices(name, params)
    if (rest === undefined) return outcome
    const { result } = outcome as { result: { [list: string]: unknown[] } }
    for (let slice; (slice = await host.nextSlice(rest));) result[slice.list]!.push(...slice.items)
    return outcome
  }

type ErrorValue = { code: number; message: string; data?: string | undefined }

/** The error of an outcome, as the exception it was in the worker. */
export function rpcError({ code, message, data }: ErrorValue): RpcError {
  const reason = (Object.keys(codes) as Code[]).find((name) => codes[name] === code)
  return new RpcError(reason ?? 'UNKNOWN_ERROR', message, data)
}
