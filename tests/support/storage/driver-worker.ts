/**
 * Runs the cases of the driver inside workerd: `/INDEX` runs one on a Durable Object of its own.
 *
 * @module
 */
import { durableObjectDriver, type DurableStorage } from '../../../proxy/stores/durable-object.ts'
import { driverCases } from './driver-cases.ts'

type Stub = { fetch: (request: Request) => Promise<Response> }
type Env = { STORE: { idFromName: (name: string) => unknown; get: (id: unknown) => Stub } }

export class Store {
  readonly #storage: DurableStorage

  constructor({ storage }: { storage: DurableStorage }) {
    this.#storage = storage
  }

  /** Answers 200 when the case passes, and otherwise 500 with what went wrong. */
  async fetch({ url }: Request): Promise<Response> {
    const [, run] = driverCases[Number(new URL(url).pathname.slice(1))]!
    try {
      run(durableObjectDriver(this.#storage))
      return new Response('passed')
    } catch (error) {
      return new Response(String((error as Error).stack ?? error), { status: 500 })
    }
  }
}

export default {
  fetch: (request: Request, { STORE }: Env) =>
    STORE.get(STORE.idFromName(new URL(request.url).pathname)).fetch(request),
}
