/**
 * A member of a 2-of-3 group: its part of the key exchange, of the exchange of output information, and
 * of a payment.
 *
 * The other two members run in this process, and send the same messages to every program. Each turn
 * begins with a new wallet of the same keys, which has no key images yet.
 *
 * @module
 */
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import {
  ask,
  ourMember,
  seatBeside,
  type Member,
  type Seat,
} from '../../support/multisig/group-members.ts'
import { minerAddress, startMonerod, type Monerod } from '../../support/programs/monerod.ts'
import { startNightjar } from '../../support/programs/nightjar.ts'
import type { Group } from '../group.ts'
import { hasWalletRpc, type BenchWallet } from '../programs/wallet.ts'
import { ratioAtMost, type Row } from '../row.ts'
import type { Size } from '../size.ts'
import { medianOf } from '../statistics.ts'
import { named, openWallets, ourRows } from '../wallets.ts'

/** More than one coinbase of the private chain, and less than two. */
const amount = 50_000_000_000_000n

/** Milliseconds. */
type Figure = 'keys' | 'sign' | 'take'
type Turn = { readonly [figure in Figure]: number }

/** The data that all programs share. */
type Scene = {
  seat: Seat
  others: readonly Member[]
  /** Output information of the other members. */
  infos: readonly string[]
  outputs: number
}

export const multisig: Group = {
  name: 'multisig',
  summary: 'a member of a group: keys, what others tell, signatures',
  async measure({ size, log }) {
    if (!hasWalletRpc) {
      log('monero is not installed')
      return rowsOf(size, () => [])
    }
    const node = await startMonerod()
    const page = await startNightjar({ upstream: node.url })
    const wallets = await openWallets({ url: page.url, address: node.address })
    const others = [await memberOn(node, 1), await memberOn(node, 2)]
    try {
      const seat = await seatBeside(others, 2)
      await node.mine(size.shared, seat.address)
      await node.mine(60)
      const infos: string[] = []
      for (const other of others) {
        await ask(other, 'refresh')
        infos.push((await ask(other, 'export_multisig_info')).info)
      }
      const scene: Scene = { seat, others, infos, outputs: size.shared }
      const turns = new Map<string, Turn[]>()
      for (let at = 0; at < 2 * size.rounds; at++)
        for (const [name, wallet] of named(wallets))
          turns.set(name, [
            ...(turns.get(name) ?? []),
            await turn(wallet, `turn-${at}`, name === 'Chromium' ? '' : node.address, scene),
          ])
      return rowsOf(size, (name) => turns.get(name) ?? [])
    } finally {
      for (const other of others) await other.stop()
      await wallets.close()
      await page.program.stop()
      await node.stop()
    }
  },
}

function rowsOf(size: Size, turnsOf: (name: string) => readonly Turn[]): Row[] {
  const rows = (what: string, figure: Figure, most: number) =>
    ourRows(
      `multisig/${what}`,
      (name) => medianOf(turnsOf(name).map((turn) => turn[figure])),
      ratioAtMost(most, 'monero-wallet-rpc'),
    )
  return [
    ...rows('one member of 2 of 3, its part of the keys', 'keys', 1),
    ...rows('one signature of 2-in/2-out', 'sign', 1),
    ...rows(`what two peers tell of ${size.shared} outputs`, 'take', 0.5),
  ]
}

const memberOn = ({ address }: Monerod, member: number) =>
  ourMember(member, { daemon: { address, trusted: true } }, { connect: connectDaemon })

/** @param daemon - Its address. */
async function turn(
  { call, time }: BenchWallet,
  filename: string,
  daemon: string,
  { seat, others, infos, outputs }: Scene,
): Promise<Turn> {
  await call('generate_from_keys', { filename, password: '', restore_height: 0, ...seat.keys })
  // An import asks a trusted daemon which outputs are spent.
  await call('set_daemon', { address: daemon, trusted: true, ssl_support: 'disabled' })
  const ms = { keys: 0, sign: 0, take: 0 }
  for (const [method, params] of seat.joining) ms.keys += await time(method, params)
  require(seat.address, (await call('get_address', { account_index: 0 })).address)
  await call('refresh')
  const { info } = await call('export_multisig_info')
  ms.take = await time('import_multisig_info', { info: infos })
  const { multisig_import_needed, per_subaddress } = await call('get_balance', { account_index: 0 })
  require(false, multisig_import_needed)
  require(outputs, Number(per_subaddress[0].num_unspent_outputs))
  const tx_data_hex = await proposed(others[0]!, [info, infos[1]!])
  ms.sign = await time('sign_multisig', { tx_data_hex })
  return ms
}

/** A payment of the first member, from the info of the measured and the second member. */
async function proposed(proposer: Member, info: readonly string[]): Promise<string> {
  await ask(proposer, 'import_multisig_info', { info })
  const destinations = [{ address: minerAddress, amount }]
  const { multisig_txset, spent_key_images } = await ask(proposer, 'transfer', { destinations })
  require(2, spent_key_images.key_images.length)
  return multisig_txset
}

/** Figures of different wallets cannot be compared. */
function require(expected: unknown, found: unknown) {
  if (found !== expected) throw new Error(`expected ${expected}, got ${found}`)
}
