/**
 * A paying wallet with coins, in the process of the test.
 *
 * @module
 */
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import type { Ports } from '../../../worker/engine/base/ports.ts'
import { seedKeys } from '../../../worker/engine/keys/new-keys.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import type { Result } from '../programs/monerod.ts'
import { testService, testWallet } from '../wallets/test-wallet.ts'
import { atFileEnd } from '../programs/file-end.ts'

const payerSeed = new Uint8Array(32).fill(9)

export type Payer = Awaited<ReturnType<typeof startPayer>>

/** @param daemon - `HOST:PORT` of a node on a private chain. @param ports - Replace some of its ports. */
export async function startPayer(daemon: string, ports: Partial<Ports> = {}) {
  const service = await testService(
    { network: 'fakechain', daemon: { address: daemon, trusted: true } },
    { connect: connectDaemon, ...ports },
  )
  atFileEnd(() => service.close())
  const keys = seedKeys(service.ports.crypto, payerSeed, 'English')
  const wallet = await testWallet({ ...keys, network: 'fakechain' }, service)
  const call = async (method: string, params: object): Promise<Result> => {
    const outcome = await dispatch(service, method, params)
    if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
    return outcome.result
  }
  return {
    address: wallet.primaryAddress,
    async pay(payments: readonly (readonly [address: string, amount: bigint])[]) {
      await call('refresh', {})
      const destinations = payments.map(([address, amount]) => ({ address, amount }))
      return call('transfer', { destinations })
    },
  }
}
