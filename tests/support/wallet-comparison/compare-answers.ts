/**
 * The same call asked of our wallet and of monero-wallet-rpc's.
 *
 * @module
 */
import { expect } from 'vitest'
import type { Service } from '../../../worker/engine/service.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { post } from '../network/http-client.ts'
import type { Result } from '../programs/monerod.ts'
import { asAnswered, without } from './comparable-answers.ts'

/** A result as the wire would show it, or what the call is refused with. */
export type Answered = { result: Result } | { error: { code: bigint; message: string } }

/** What our service answers. */
export async function ourAnswer(service: Service, method: string, params: object) {
  const outcome = await dispatch(service, method, params)
  return 'error' in outcome
    ? refusal(outcome.error)
    : { result: asAnswered(method, outcome.result) }
}

/** What a monero-wallet-rpc answers. */
export async function theirAnswer({ url }: { url: string }, method: string, params: object) {
  const answer = await post(`${url}/json_rpc`, { jsonrpc: '2.0', id: '0', method, params })
  const { result, error } = answer.json()
  return error ? refusal(error) : { result: asAnswered(method, result) }
}

const refusal = ({ code, message }: { code: number | bigint; message: string }): Answered => ({
  error: { code: BigInt(code), message },
})

/** That both answer alike, but for fields that the reference does not have. */
export async function expectSame(
  ours: { service: Service },
  theirs: { url: string },
  [method, params = {}]: readonly [method: string, params?: object],
  more: readonly string[] = [],
): Promise<Answered> {
  const [our, their] = await Promise.all([
    ourAnswer(ours.service, method, params),
    theirAnswer(theirs, method, params),
  ])
  expect(without(our, ...more), method).toEqual(their)
  return our
}
