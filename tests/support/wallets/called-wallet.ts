/**
 * A wallet in memory without a daemon, called by method name as a client calls it.
 *
 * @module
 */
import { dispatch, type Outcome } from '../../../worker/rpc/dispatch.ts'
import type { Result } from '../programs/monerod.ts'
import { testService, testWallet } from './test-wallet.ts'

type Service = Parameters<typeof testService>

export async function calledWallet(options: Service[0] = {}, ports: Service[1] = {}) {
  const service = await testService(options, ports)
  const wallet = await testWallet({ name: 'called' }, service)
  const call = (method: string, params: object = {}): Promise<Outcome> =>
    dispatch(service, method, params)
  return {
    service,
    wallet,
    call,
    /** The result alone; throws for an error. */
    async result(method: string, params: object = {}): Promise<Result> {
      const outcome = await call(method, params)
      if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
      return outcome.result
    },
    /** Closes the wallet and opens it again from storage. */
    async reopen() {
      await dispatch(service, 'close_wallet')
      await dispatch(service, 'open_wallet', { filename: 'called' })
    },
  }
}

/** A wallet with three accounts. @returns Also `tag`, which tags accounts, and `tags`, which lists tags. */
export async function walletOfThreeAccounts() {
  const called = await calledWallet()
  for (const label of ['one', 'two']) await called.wallet.addresses.createAccount(label)
  return {
    ...called,
    tag: (tag: string, ...accounts: number[]) => called.call('tag_accounts', { tag, accounts }),
    tags: async () => (await called.result('get_account_tags')).account_tags as unknown[],
  }
}

/** A wallet with one address of each kind, for its address book. */
export async function walletWithAddressBook() {
  const called = await calledWallet()
  const { addresses, primaryAddress: primary } = called.wallet
  const paymentId = '1111111111111111'
  const made = await called.result('make_integrated_address', { payment_id: paymentId })
  return {
    ...called,
    primary,
    paymentId,
    integrated: made.integrated_address as string,
    sub: addresses.address({ account: 0, address: 1 }),
    add: (address: string, more = {}) => called.call('add_address_book', { address, ...more }),
    rows: async () => (await called.result('get_address_book')).entries as unknown[],
  }
}
