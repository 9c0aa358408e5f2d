/**
 * The wallets of one program: the open wallet of `/json_rpc`, and any number of others by their names.
 *
 * @module
 */
import { codes } from '#protocol/errors.ts'
import { keyFileWalletName } from '../../worker/engine/keyfile/key-file-wallets.ts'
import type { Service } from '../../worker/engine/service.ts'
import { dispatch, type Outcome } from '../../worker/rpc/dispatch.ts'
import * as methods from '../../worker/rpc/methods.ts'

/** Methods that make or open a wallet by its name. */
const naming = new Set(
  Object.entries(methods).flatMap(([name, { params }]) => ('filename' in params ? [name] : [])),
)

export class Wallets {
  readonly #main: Service
  readonly #make: () => Service
  readonly #named = new Map<string, Service>()
  /** The number of calls and event streams of each service. */
  readonly #users = new Map<Service, number>()

  /** @param make - Makes a service for another wallet. A service without a wallet and users is dropped. */
  constructor(main: Service, make: () => Service) {
    this.#main = main
    this.#make = make
  }

  /** @param wallet - The name of the wallet; without it, the open wallet of `/json_rpc`. */
  call(method: string, params: unknown, wallet?: string): Promise<Outcome> {
    if (wallet === undefined) return dispatch(this.#main, method, params)
    return this.use(wallet, async (service) => {
      const named = naming.has(method) ? withName(params, wallet) : params
      return named === otherName ? { error: otherName } : dispatch(service, method, named)
    })
  }

  /** Runs `task` with the service of a wallet, which stays until the task ends. */
  async use<T>(wallet: string | undefined, task: (service: Service) => Promise<T>): Promise<T> {
    const { service, release } = this.hold(wallet)
    try {
      return await task(service)
    } finally {
      release()
    }
  }

  /** The service of a wallet, which stays until `release` is called. */
  hold(wallet: string | undefined): { service: Service; release: () => void } {
    const service =
      wallet === undefined ? this.#main : this.#serviceOf(this.#main.walletName(wallet))
    this.#users.set(service, (this.#users.get(service) ?? 0) + 1)
    const release = () => {
      const others = this.#users.get(service)! - 1
      this.#users.set(service, others)
      if (others === 0) this.#users.delete(service)
      this.#forgetIdle()
    }
    return { service, release }
  }

  /** Whether `service` is still the service of the wallet. */
  isIn(service: Service, wallet: string | undefined): boolean {
    return wallet === undefined || this.#holderOf(this.#main.walletName(wallet)) === service
  }

  /** Stores and closes all wallets. */
  async close(): Promise<void> {
    const all = [this.#main, ...this.#named.values()]
    await Promise.all(all.map((service) => service.change(() => service.close())))
  }

  /** The service that has the wallet: a wallet is open in one service only. */
  #serviceOf(name: string): Service {
    const known = this.#holderOf(name)
    if (known) return known
    const service = this.#make()
    this.#named.set(name, service)
    // The stop of one wallet does not affect the others.
    void service.stopped.then(async () => {
      this.#named.delete(name)
      await service.change(() => service.close())
    })
    return service
  }

  #holderOf(name: string): Service | undefined {
    const open = this.#main.wallet?.name
    return open === name || open === keyFileWalletName(name) ? this.#main : this.#named.get(name)
  }

  #forgetIdle() {
    for (const [name, service] of this.#named)
      if (!service.wallet && !this.#users.has(service)) this.#named.delete(name)
  }
}

const otherName = {
  code: codes.UNKNOWN_ERROR,
  message: 'Invalid filename',
  data: 'filename: not the wallet of this path',
}

/** Params with the name that the path gives; `otherName` where they give another. */
function withName(params: unknown, name: string): unknown {
  if (typeof (params ?? {}) !== 'object' || Array.isArray(params)) return params
  const { filename = name } = (params ?? {}) as { filename?: unknown }
  return filename === name ? { ...params!, filename } : otherName
}
