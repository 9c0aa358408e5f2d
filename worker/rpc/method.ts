/**
 * How a wallet method is declared: its contract, when it is refused, what it does.
 *
 * @module
 */
import type { Contract } from '#protocol/contract.ts'
import type { Fields, Value } from '#protocol/fields.ts'
import type { Service } from '../engine/service.ts'
import type { Wallet } from '../engine/wallet.ts'

/** `restricted`: the service is. `background`: the wallet is a background wallet, or syncs as one. */
export type Refusal = 'restricted' | 'background'

type Run<Subject, P extends Fields, R extends Fields> = (
  subject: Subject,
  params: Value<P>,
) => Value<R> | Promise<Value<R>>
type Spec<Subject, P extends Fields, R extends Fields> = Contract<P, R> & {
  refusedWhen?: readonly Refusal[]
  run: Run<Subject, P, R>
}

/** A method of the open wallet; NOT_OPEN without one. */
export const walletMethod = <P extends Fields, R extends Fields>(spec: Spec<Wallet, P, R>) => ({
  ...spec,
  on: 'wallet' as const,
})

/** A method that needs no open wallet: create, open, restore, parse, report a version. */
export const serviceMethod = <P extends Fields, R extends Fields>(spec: Spec<Service, P, R>) => ({
  ...spec,
  on: 'service' as const,
})

export type Method =
  ReturnType<typeof walletMethod<any, any>> | ReturnType<typeof serviceMethod<any, any>>
