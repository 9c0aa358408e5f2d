/**
 * A monero-wallet-rpc and ours on one chain, from no wallet to one with coins and history.
 *
 * @module
 */
import { startWalletRpc, type WalletRpcOptions } from '../programs/monerod.ts'
import { startOurWalletRpc } from '../programs/nightjar.ts'
import { startPayer, type Payer } from '../spending/in-process-payer.ts'
import { restoreOurs, type OurWallet } from '../wallet-comparison/restore-both.ts'
import { servedNode, type ServedNode } from '../daemons/served-node.ts'
import { paramsText, type Case } from './cases/cases.ts'
import type { Outcome } from './differences/compare.ts'
import type { Group } from './multisig-group.ts'
import { fixedNames } from './cases/placeholders.ts'
import { askAt, filled, withNames, type Ask, type Names, type Side } from './both-wallets.ts'

/** In piconero. */
export const xmr = 1_000_000_000_000n

/** Who answers, each in a process of its own. */
export type Pair = {
  readonly [side in Side]: {
    ask: Ask
    /** Its wallets, where they are files. */
    walletDir?: string
    stop: () => Promise<unknown>
  }
}

export type Scene = {
  node: ServedNode
  /** The same wallet in this process, for what only it can tell. */
  model: OurWallet
  payer: Payer
  /** Grows as more is known. */
  names: { [name: string]: Names[string] }
  /** Ids of transactions that each side sent. */
  sent: { [name: string]: Names[string] }
  /** Key images of outputs that each side spends instead of the other's. */
  images: { [name: string]: Names[string] }
  /** In which both wallets are the same member, once they are. */
  group?: Group
  pair: Pair
}

/** Starts everything; no wallet is open. */
export async function startScene(
  start: (daemon: string, node: ServedNode) => Promise<Pair>,
): Promise<Scene> {
  const node = await servedNode()
  const model = await restoreOurs(node.address)
  const [payer, pair] = [await startPayer(node.address), await start(node.address, node)]
  const names = { ...(await fixedNames(model)), daemon: node.address }
  return { node, model, payer, names, sent: {}, images: {}, pair }
}

/** Both as programs, each with wallets in a folder. @param more - What they are started with beside that. */
export async function startPrograms(
  daemon: string,
  more: { readonly [side in Side]: Partial<WalletRpcOptions> } = { theirs: {}, ours: {} },
): Promise<Pair> {
  const { flags = [] } = more.ours
  const [theirs, ours] = await Promise.all([
    startWalletRpc({ ...more.theirs, daemon }),
    startOurWalletRpc({ ...more.ours, daemon, flags: ['--no-auto-refresh', ...flags] }),
  ])
  return {
    theirs: { ...theirs, ask: askAt(theirs.url) },
    ours: { ...ours, ask: askAt(ours.url), stop: () => ours.program.stop() },
  }
}

/** What each sent itself it knows more of. */
const isAboutSending = /^get_transfer/

let files = 0

/** What both answer to a call, or each to one of its own, and the JSON of their params; ids of their own transactions by name. */
export async function askBoth(
  { node, pair, names, sent }: Scene,
  one: Case | { readonly [side in Side]: Case },
): Promise<{ given: string } & { [side in Side]: Outcome }> {
  const cases = 'method' in one ? { theirs: one, ours: one } : one
  const known = { ...names, ...sent, new: `n${files++}` }
  const given = filled(paramsText(cases.theirs.params), known, 'theirs')
  const answerOf = async (side: Side) => {
    const { method, params } = cases[side]
    const outcome = await pair[side].ask(method, filled(paramsText(params), known, side))
    return isAboutSending.test(method) ? withNames(outcome, sent, side) : outcome
  }
  if (cases.ours.method !== 'start_mining') {
    const [theirs, ours] = await Promise.all([answerOf('theirs'), answerOf('ours')])
    return { given, theirs, ours }
  }
  // A daemon that mines already refuses.
  const theirs = await answerOf('theirs')
  await node.post('/stop_mining', '{}')
  return { given, theirs, ours: await answerOf('ours') }
}
