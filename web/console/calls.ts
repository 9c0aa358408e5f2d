/**
 * All calls of the console: wallet methods as the worker describes them, daemon calls from their tables.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { describeCall, type Document, type MethodDoc } from '#protocol/openrpc.ts'
import { text } from '../languages/text.ts'

type DaemonRoute = 'rpc' | 'json' | 'bin'

/** A call of the open wallet, or a daemon call through the proxy. */
export type ConsoleCall = {
  /** Unique, and readable in the address bar: `wallet/get_balance`. */
  id: string
  /** In lists: the name of a method, or a path. */
  title: string
  doc: MethodDoc
  /** Absent for wallet methods. */
  daemon?: { route: DaemonRoute; contract: DaemonContract }
}

export type CallGroup = { title: string; calls: ConsoleCall[] }

export function callGroups(wallet: Document): CallGroup[] {
  const methods = wallet.methods.map((doc) => ({ id: `wallet/${doc.name}`, title: doc.name, doc }))
  return [
    { title: text('Wallet'), calls: methods },
    daemonGroup('Daemon, JSON-RPC', 'rpc', rpc, (name) => name),
    daemonGroup('Daemon, paths with JSON', 'json', json, (name) => `/${name}`),
    daemonGroup('Daemon, binary paths', 'bin', bin, (name) => `/${name}.bin`),
  ]
}

function daemonGroup(
  title: string,
  route: DaemonRoute,
  table: Readonly<Record<string, DaemonContract>>,
  titleOf: (name: string) => string,
): CallGroup {
  const calls = Object.entries(table).map(([name, contract]) => ({
    id: `${route}/${name}`,
    title: titleOf(name),
    doc: describeCall(name, contract),
    daemon: { route, contract },
  }))
  return { title, calls }
}

/** The calls that contain every word of `text` in their name, aliases or summary. */
export function matching(groups: readonly CallGroup[], text: string): CallGroup[] {
  const words = text.toLowerCase().split(/\s+/)
  const matches = ({ title, doc }: ConsoleCall) => {
    const searched = [title, ...doc['x-aliases'], doc.summary].join(' ').toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  return groups
    .map((group) => ({ ...group, calls: group.calls.filter(matches) }))
    .filter(({ calls }) => calls.length > 0)
}
