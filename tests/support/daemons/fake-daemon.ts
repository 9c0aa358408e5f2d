/**
 * A daemon that answers what a test says and nothing else.
 *
 * @module
 */
import type { Daemon } from '../../../worker/engine/base/ports.ts'

type Calls = { [name: string]: (params: never) => Promise<unknown> }

/** Calls that are not given reject, naming themselves. */
export function fakeDaemon(tables: { rpc?: Calls; json?: Calls; bin?: Calls }): Daemon {
  const table = (name: string, calls: Calls = {}) =>
    new Proxy(calls, {
      get: (given, call) =>
        given[call as string] ??
        (() => Promise.reject(new Error(`fake daemon: ${name}.${String(call)} is not scripted`))),
    })
  return {
    rpc: table('rpc', tables.rpc),
    json: table('json', tables.json),
    bin: table('bin', tables.bin),
    close: () => {},
  } as unknown as Daemon
}
