/**
 * The declaration of a method: contract, refusals, implementation.
 *
 * @module
 */
import type { Contract } from '#protocol/contract.ts'
import type { Code } from '#protocol/errors.ts'
import type { Fields, Value } from '#protocol/fields.ts'
import type { Service } from '../engine/service.ts'
import type { Wallet } from '../engine/wallet.ts'
import type { Page } from './page/page.ts'

/** `restricted`: the service is. `background`: the wallet is a background wallet, or syncs as one. */
export type Refusal = 'restricted' | 'background'

type Run<Subject, P extends Fields, R extends Fields> = (
  subject: Subject,
  params: Value<P>,
) => Value<R> | Promise<Value<R>>

/** `errors` lists the method's own errors; those of its refusals are added. */
type Spec<Subject, When extends Refusal, P extends Fields, R extends Fields> = Contract<P, R> & {
  refusedWhen?: readonly When[]
  /** Params hold what wallets exchange: sets, outputs, key images, messages of members, proofs. They may be long. */
  takesSets?: true
  run: Run<Subject, P, R>
}

type HostSpec<P extends Fields, R extends Fields> = Pick<
  Contract<P, R>,
  'summary' | 'params' | 'result' | 'errors'
> & { run: Run<Page, P, R> }

/** The errors of each refusal. */
const refusalErrors: Record<Refusal, readonly Code[]> = {
  restricted: ['DENIED'],
  background: ['IS_BACKGROUND_WALLET', 'IS_BACKGROUND_SYNCING'],
}

/** A method of the open wallet; NOT_OPEN without one. */
export const walletMethod = <P extends Fields, R extends Fields>(
  spec: Spec<Wallet, Refusal, P, R>,
) => ({ ...spec, on: 'wallet' as const, errors: errorsOf(spec, ['NOT_OPEN']) })

/** A method that needs no open wallet: create, open, restore, parse, report a version. */
export const serviceMethod = <P extends Fields, R extends Fields>(
  spec: Spec<Service, 'restricted', P, R>,
) => ({ ...spec, on: 'service' as const, errors: errorsOf(spec, []) })

/** A method of the page: it is neither published nor reachable over HTTP, and monero has none like it. */
export const hostMethod = <P extends Fields, R extends Fields>(spec: HostSpec<P, R>) => ({
  ...spec,
  on: 'page' as const,
})

/** A published method. */
export type Method =
  ReturnType<typeof walletMethod<any, any>> | ReturnType<typeof serviceMethod<any, any>>

export type HostMethod = ReturnType<typeof hostMethod<any, any>>

/** In the order in which they are checked: restricted, not open, background, then the method's own. */
function errorsOf(
  {
    refusedWhen = [],
    errors = [],
  }: Pick<Spec<never, Refusal, Fields, Fields>, 'refusedWhen' | 'errors'>,
  notOpen: readonly Code[],
): readonly Code[] {
  const of = (when: Refusal) => (refusedWhen.includes(when) ? refusalErrors[when] : [])
  return [...of('restricted'), ...notOpen, ...of('background'), ...errors]
}
