/**
 * Both wallets as the same member of a multisig group of three of whom two sign; the other two are ours,
 * in this process.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { stringifyJson } from '#protocol/json/json.ts'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import { ask, ourMember, seatBeside, type Seat } from '../multisig/group-members.ts'
import type { Result } from '../programs/monerod.ts'
import type { Case } from './cases/cases.ts'
import { reopen, callSide, callBoth } from './history.ts'
import { xmr, type Scene } from './scene.ts'
import type { Side } from './both-wallets.ts'

type Peer = Awaited<ReturnType<typeof ourMember>>

/** What both wallets are in, and what is known there of the wallet before it. */
export type Group = { peers: readonly [Peer, Peer]; seat: Seat; outside: Scene['names'] }

const groupOf = ({ group }: Scene): Group => {
  if (!group) throw new Error('the scene has no group')
  return group
}

/** Both open a new wallet for which a place in the group is kept. */
export async function openSeat(scene: Scene): Promise<void> {
  const options = {
    daemon: { address: scene.node.address, trusted: true },
    lookahead: { accounts: 50, addresses: 200 },
  }
  const peer = (member: number) => ourMember(member, options, { connect: connectDaemon })
  const peers = [await peer(1), await peer(2)] as const
  const seat = await seatBeside(peers, 2)
  scene.group = { peers, seat, outside: scene.names }
  scene.names = { ...scene.names, own: seat.keys.address }
  await callBoth(scene, 'generate_from_keys', {
    filename: 'm',
    password: 'p',
    restore_height: 0,
    ...seat.keys,
  })
}

/** Both open that wallet as it was left. */
export const reopenSeat = (scene: Scene) =>
  callBoth(scene, 'open_wallet', { filename: 'm', password: 'p' })

/** The group is left behind: both have the wallet from before again, and know of the blocks since then. */
export async function leaveGroup(scene: Scene): Promise<void> {
  const { peers, outside } = groupOf(scene)
  for (const peer of peers) await peer.stop()
  scene.names = outside
  await reopen(scene)
  await callBoth(scene, 'refresh')
}

/** What both are asked on their way into the group: of each step all that is wrong, then what is right. */
export const joiningCases = (scene: Scene): Case[][] =>
  groupOf(scene).seat.joining.map(([method, params]) => {
    const right = {
      method,
      params: Object.fromEntries(
        Object.entries({ ...params, ...('password' in params && { password: 'p' }) }).map(
          ([name, value]) => [name, stringifyJson(value)],
        ),
      ),
    }
    return [...wrongOf(right), right]
  })

function wrongOf({ method, params }: Case): Case[] {
  const { multisig_info: infos, threshold } = params
  const other = (changed: Case['params']): Case => ({ method, params: { ...params, ...changed } })
  if (infos === undefined) return [{ method, params: {} }]
  const [first, second] = JSON.parse(infos) as [string, string]
  const wrong = [[], [first, first], [first.slice(0, -1), second], ['', second]]
  // Two are a group as well.
  if (threshold === undefined) wrong.push([first])
  return [
    ...wrong.map((each) => other({ multisig_info: stringifyJson(each) })),
    ...['true', '{}', '[5]', '"x"'].map((multisig_info) => other({ multisig_info })),
    ...(threshold === undefined ? [] : ['0', '4', '-1', '"2"']).map((each) =>
      other({ threshold: each }),
    ),
  ]
}

/** Addresses whose one output a peer has each side spend. */
const proposing = { theirs: 2, ours: 3 } as const
const submitting = { theirs: 4, ours: 5 } as const

/** Coins come to the group, whose members tell each other of them. */
export async function fundGroup(scene: Scene): Promise<void> {
  const { node, payer, names } = scene
  const { peers, seat } = groupOf(scene)
  const { addresses, secrets } = peers[0].service.wallet!
  const own = (account: number, address: number) => addresses.address({ account, address })
  names.own = seat.address
  names.subaddress = own(0, 1)
  names.viewKey = bytesToHex(secrets.viewSecret)
  const { integrated_address } = await ask(peers[0], 'make_integrated_address', {
    payment_id: '1111111111111111',
  })
  names.integrated = integrated_address
  await node.mine(2, seat.address)
  await node.mine(1, payer.address)
  await node.mine(80)
  const { tx_hash } = await payer.pay([
    ...[1, 2, 3, 4, 5, 6].map((address) => [own(0, address), 2n * xmr] as const),
    [own(1, 0), 3n * xmr],
  ])
  names.received = tx_hash
  await node.mine(10)
  await callBoth(scene, 'refresh')
  const infos: string[] = []
  for (const peer of peers) {
    await ask(peer, 'refresh')
    infos.push((await ask(peer, 'export_multisig_info')).info)
  }
  ;[names.peerInfo, names.otherInfo] = infos as [string, string]
  await callBoth(scene, 'import_multisig_info', { info: infos })
  const { transfers } = await callSide(scene, 'ours', 'incoming_transfers', {
    transfer_type: 'all',
  })
  names.keyImage = transfers.find(
    (each: Result) => Number(each.subaddr_index.minor) === 6,
  ).key_image
  await propose(scene)
}

/** A peer proposes a payment to each side, of what that told it anew, and another that is then signed. */
export async function propose(scene: Scene): Promise<void> {
  const { names } = scene
  const [peer] = groupOf(scene).peers
  const sets: Record<Side, string> = { theirs: '', ours: '' }
  const signed: Record<Side, string> = { theirs: '', ours: '' }
  for (const side of ['theirs', 'ours'] as const) {
    const { info } = await callSide(scene, side, 'export_multisig_info')
    await ask(peer, 'import_multisig_info', { info: [info, names.otherInfo] })
    const proposed = async (address: number): Promise<string> => {
      const { multisig_txset } = await ask(peer, 'transfer', {
        destinations: [{ amount: xmr, address: names.miner }],
        subaddr_indices: [address],
      })
      return multisig_txset
    }
    sets[side] = await proposed(proposing[side])
    const tx_data_hex = await proposed(submitting[side])
    signed[side] = (await callSide(scene, side, 'sign_multisig', { tx_data_hex })).tx_data_hex
  }
  names.groupSet = sets
  names.groupSigned = signed
}
