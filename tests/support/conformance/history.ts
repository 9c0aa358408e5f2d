/**
 * What both wallets live through before they are asked everything: coins, and payments that each makes
 * itself.
 *
 * @module
 */
import { stringifyJson } from '#protocol/json/json.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import type { Result } from '../programs/monerod.ts'
import { restoreOurs } from '../wallet-comparison/restore-both.ts'
import type { Case } from './cases/cases.ts'
import type { Outcome } from './differences/compare.ts'
import { xmr, type Scene } from './scene.ts'
import type { Side } from './both-wallets.ts'

const sides = ['theirs', 'ours'] as const

/** Calls one side; an error fails the test. */
export async function callSide(
  { pair }: Scene,
  side: Side,
  method: string,
  params: object = {},
): Promise<Result> {
  const outcome = await pair[side].ask(method, stringifyJson(params))
  if ('error' in outcome) throw new Error(`${side} ${method}: ${outcome.error.message}`)
  return outcome.result
}

/** Calls both sides; an error fails the test. */
export const callBoth = (scene: Scene, method: string, params: object = {}) =>
  Promise.all(sides.map((side) => callSide(scene, side, method, params)))

/** Both open the same wallet. It refreshes only on request. */
export async function openFull(scene: Scene): Promise<void> {
  await callBoth(scene, 'auto_refresh', { enable: false })
  await callBoth(scene, 'restore_deterministic_wallet', {
    filename: 'w',
    password: 'p',
    seed: scene.names.seed,
    restore_height: 0,
  })
}

/** Both open that wallet as it was left. */
export const reopen = (scene: Scene) =>
  callBoth(scene, 'open_wallet', { filename: 'w', password: 'p' })

/** Addresses with two outputs alike, so that each side can spend one of its own. */
const pairs = [2, 3, 4, 5, 7]

/** Coins of many kinds come to the wallet. */
export async function fund({ node, model, payer, names }: Scene): Promise<void> {
  const own = (account: number, address: number) =>
    model.wallet.addresses.address({ account, address })
  await node.mine(3, own(0, 0))
  await node.mine(20, payer.address)
  await node.mine(70)
  await payer.pay([[names.integrated as string, xmr]])
  const received = await payer.pay([
    [own(0, 1), 2n * xmr],
    [own(1, 0), 3n * xmr],
    [own(0, 6), 2n * xmr],
  ])
  names.received = received.tx_hash
  await payer.pay(
    pairs.flatMap((address) => {
      const payment = [own(0, address), BigInt(address + 3) * xmr] as const
      return [payment, payment]
    }),
  )
  await node.mine(10)
}

type Payment = { name: string; one: Case }

const json = (params: object) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, stringifyJson(value)]))
const toMiner = { destinations: [{ amount: xmr, address: '<miner>' }] }
const twice = {
  destinations: [2n, 1n].map((each) => ({ amount: each * xmr, address: '<miner>' })),
}

/** Payments that are sent, the last one in two steps. */
export const payments: readonly Payment[] = [
  ...(
    [
      ['sent', 'transfer', { ...toMiner, subaddr_indices: [2], get_tx_key: true }],
      ['split', 'transfer_split', { ...twice, subaddr_indices: [3], get_tx_keys: true }],
      ['swept', 'sweep_all', { address: '<miner>', subaddr_indices: [4], get_tx_keys: true }],
      ['single', 'sweep_single', { address: '<miner>', key_image: '<ownImage>', get_tx_key: true }],
      [
        'prepared',
        'transfer',
        { ...toMiner, subaddr_indices: [7], do_not_relay: true, get_tx_metadata: true },
      ],
      ['relayed', 'relay_tx', { hex: '<metadata>' }],
    ] as const
  ).map(([name, method, params]) => ({ name, one: { method, params: json(params) } })),
]

/** Gives each side one output of each pair, and takes the other out of its reach. */
export async function shareOut(scene: Scene): Promise<() => Promise<void>> {
  const { transfers } = await callSide(scene, 'ours', 'incoming_transfers', {
    transfer_type: 'available',
  })
  const frozen: Record<Side, string[]> = { theirs: [], ours: [] }
  for (const address of pairs) {
    const [first, second] = transfers
      .filter((each: Result) => Number(each.subaddr_index.minor) === address)
      .map((each: Result) => each.key_image as string)
    frozen.theirs.push(first)
    frozen.ours.push(second)
    scene.images[`output of address ${address}`] = { theirs: second, ours: first }
    if (address === 5) scene.names.ownImage = { theirs: second, ours: first }
  }
  const both = async (method: string) => {
    for (const side of sides)
      for (const key_image of frozen[side]) await callSide(scene, side, method, { key_image })
  }
  await both('freeze')
  return () => both('thaw')
}

/** Keeps what the answers to a payment are known by later. */
export function remember(
  { names, sent }: Scene,
  name: string,
  answers: { readonly [side in Side]: Outcome },
): void {
  const of = (side: Side): Result => {
    const outcome = answers[side]
    if ('error' in outcome) throw new Error(`${side} ${name}: ${outcome.error.message}`)
    return outcome.result
  }
  const each = (pick: (result: Result) => string) => ({
    theirs: pick(of('theirs')),
    ours: pick(of('ours')),
  })
  if (name === 'prepared') names.metadata = each(({ tx_metadata }) => tx_metadata)
  else sent[name] = each(({ tx_hash, tx_hash_list }) => tx_hash ?? tx_hash_list[0])
  if (name === 'sent') names.sentKey = each(({ tx_key }) => tx_key)
}

/** What was sent is mined, something waits in the pool, and proofs of it all are made. */
export async function settle(scene: Scene): Promise<void> {
  const { node, model, payer, names } = scene
  await node.mine(11)
  const waiting = await payer.pay([[names.own as string, xmr]])
  names.waiting = waiting.tx_hash
  await callBoth(scene, 'refresh')
  const { transfers } = await callSide(scene, 'ours', 'incoming_transfers', {
    transfer_type: 'all',
  })
  const at = (address: number) =>
    transfers.find((each: Result) => Number(each.subaddr_index.minor) === address)
  names.keyImage = at(6).key_image
  names.spentKeyImage = at(2).key_image
  await tagAccounts(scene)
  await model.call('refresh')
  await proofs(scene)
  await sets(scene)
}

/** Three accounts, of tags whose order in UTF-8 is another than in UTF-16. */
async function tagAccounts(scene: Scene) {
  await callBoth(scene, 'create_account', { label: 'savings' })
  for (const [account, tag] of ['\uff5e', 'rent', '\u{1f600}'].entries())
    await callBoth(scene, 'tag_accounts', { tag, accounts: [account] })
}

const message = 'for the rent of May'

async function proofs(scene: Scene): Promise<void> {
  const { model, names, sent } = scene
  const made = async (method: string, params: object) =>
    (await model.call(method, { message, ...params })).signature as string
  names.inProof = await made('get_tx_proof', { txid: names.received, address: names.subaddress })
  names.reserveProof = await made('get_reserve_proof', { all: true })
  names.signature = await made('sign', { data: message })
  const [theirs, ours] = [sent.sent, sent.sent].map((each) => each as Record<Side, string>)
  names.spendProof = {
    theirs: await made('get_spend_proof', { txid: theirs!.theirs }),
    ours: await made('get_spend_proof', { txid: ours!.ours }),
  }
}

/** What goes between a wallet that can only view and one that can sign. */
async function sets({ node, model, names }: Scene): Promise<void> {
  const images = await dispatch(model.service, 'export_key_images', { all: true })
  if ('error' in images) throw new Error(images.error.message)
  const [first] = (images.result as Result).signed_key_images
  names.firstImage = first.key_image
  names.firstSignature = first.signature
  // In the form that 0.18.0.0 reads.
  const exported = await model.call('export_outputs', { all: true, form: 'pair' })
  names.outputs = exported.outputs_data_hex
  const view = await restoreOurs(node.address, { viewOnly: true })
  await view.call('refresh')
  const unsigned = await view.call('transfer', {
    destinations: [{ amount: xmr, address: names.miner }],
    subaddr_indices: [6],
  })
  names.unsigned = unsigned.unsigned_txset
  await view.service.close()
}

/** Both forget the wallet for one with the same view key alone. */
export async function openViewOnly(scene: Scene): Promise<void> {
  // It has sent nothing: what the one sent is as strange to it as what the other did.
  for (const [name, value] of Object.entries({ ...scene.names, ...scene.sent }))
    scene.names[name] = typeof value === 'string' ? value : value.ours
  scene.sent = {}
  const { own, viewKey } = scene.names
  await callBoth(scene, 'generate_from_keys', {
    filename: 'v',
    password: 'p',
    address: own,
    viewkey: viewKey,
    restore_height: 0,
  })
  await callBoth(scene, 'refresh')
}
