/**
 * All calls of the console: wallet methods as the worker describes them, daemon calls from their tables.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { topics } from '#protocol/daemon/calls.ts'
import { describeCall, type Document, type MethodDoc } from '#protocol/openrpc.ts'
import { daemonTitle, walletTopics } from './topics.ts'

type DaemonRoute = 'rpc' | 'json' | 'bin'
type DaemonTable = Readonly<Record<string, DaemonContract>>

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

/** Calls about one topic. */
export type CallGroup = { title: string; calls: ConsoleCall[] }

/** @param wallet - The methods of the wallet, as its worker describes them. */
export function callGroups(wallet: Document): CallGroup[] {
  const docs = new Map(wallet.methods.map((doc) => [doc.name, doc]))
  const walletGroups = walletTopics().map(({ title, names }) => ({
    title,
    calls: names
      .flatMap((name) => docs.get(name) ?? [])
      .map((doc) => ({ id: `wallet/${doc.name}`, title: doc.name, doc })),
  }))
  return [...walletGroups, ...(Object.keys(topics) as (keyof typeof topics)[]).map(daemonGroup)]
}

function daemonGroup(topic: keyof typeof topics): CallGroup {
  const routes = Object.entries(topics[topic]) as [DaemonRoute, DaemonTable][]
  return {
    title: daemonTitle(topic),
    calls: routes.flatMap(([route, table]) =>
      Object.entries(table).map(([name, contract]) => ({
        id: `${route}/${name}`,
        title: titleOf[route](name),
        doc: describeCall(name, contract),
        daemon: { route, contract },
      })),
    ),
  }
}

/** Methods of `/json_rpc` by name, other calls by path. */
const titleOf: Record<DaemonRoute, (name: string) => string> = {
  rpc: (name) => name,
  json: (name) => `/${name}`,
  bin: (name) => `/${name}.bin`,
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

/** Where Monero documents a call. A link: nothing is requested before it is followed. */
export function documentationOf({ doc, daemon }: ConsoleCall): string {
  const page = daemon ? 'monerod-rpc' : 'wallet-rpc'
  const anchor = daemon?.route === 'bin' ? `${doc.name}bin` : doc.name
  return `https://docs.getmonero.org/rpc-library/${page}/#${anchor}`
}
