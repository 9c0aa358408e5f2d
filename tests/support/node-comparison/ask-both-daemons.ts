/**
 * The same chain in two daemons, and the same call asked of both.
 *
 * @module
 */
import { readEpee } from '#protocol/epee/epee.ts'
import { parseJsonBytes } from '#protocol/json/json.ts'
import type { Case, Scene } from './scene-cases.ts'
import type { Answer, DaemonClient } from '../network/http-client.ts'
import { minerAddress, startMinerWallet, type Result } from '../programs/monerod.ts'
import type { OwnNode } from '../daemons/in-process-node.ts'

/** What each daemon has of its own: its machine, its program and its clock. */
export const ownFields = [
  'free_space',
  'database_size',
  'version',
  'start_time',
  'adjusted_time',
  'daemon_time',
  'rpc_connections_count',
]

/** Whom a call is asked of. */
export type Asked = { post: (path: string, body: string | Uint8Array | object) => Promise<Answer> }

export function ask(daemon: Asked, { call, params, body }: Case): Promise<Answer> {
  if (call.startsWith('/')) return daemon.post(call, body ?? params ?? '')
  return daemon.post('/json_rpc', { jsonrpc: '2.0', id: 'case', method: call, params })
}

/** A case asked of both, what belongs before and after it included. */
export async function askBoth(
  one: Case,
  daemons: readonly [Asked, Asked],
): Promise<[Answer, Answer]> {
  const answers: Answer[] = []
  for (const daemon of daemons) {
    if (one.before) await ask(daemon, one.before)
    answers.push(await ask(daemon, one))
    if (one.after) await ask(daemon, one.after)
  }
  return answers as [Answer, Answer]
}

/** A chain with transactions, a branch and something in the pool, in both. */
export async function mirroredScene(
  leader: DaemonClient & { mine: (blocks: number) => Promise<unknown> },
  follower: OwnNode,
): Promise<Scene> {
  const handIn = async (id: string) => {
    const { txs } = await leader.get('/get_transactions', { txs_hashes: [id] })
    const answer = await follower.post('/send_raw_transaction', { tx_as_hex: txs[0].as_hex })
    if (answer.json().status !== 'OK') throw new Error(`not taken: ${answer.text()}`)
  }
  /** Hands a block to the other, its transactions first. */
  const feed = async (hash: string) => {
    const { blob, tx_hashes = [] } = await leader.call('get_block', { hash })
    for (const id of tx_hashes) await handIn(id)
    await follower.call('submit_block', [blob])
  }
  // A monerod hashes a block of its own twice, one that it is given once.
  await follower.call('generateblocks', { amount_of_blocks: 80, wallet_address: minerAddress })
  for (let height = 1; height <= 80; height++) {
    const { blob } = await follower.call('get_block', { height })
    await leader.call('submit_block', [blob])
  }
  const wallet = await startMinerWallet(leader.address)
  const send = async () => {
    await wallet.call('refresh')
    const destinations = [{ address: minerAddress, amount: 1_000_000_000 }]
    return (await wallet.call('transfer', { destinations })).tx_hash as string
  }
  const mined = await send()
  await leader.mine(2)
  const hash = async (height: number): Promise<string> => leader.call('on_get_block_hash', [height])
  const fork = { amount_of_blocks: 1, wallet_address: minerAddress, prev_block: await hash(75) }
  const { blocks } = await leader.call('generateblocks', { ...fork, starting_nonce: 7 })
  const top = Number((await leader.call('get_info')).height)
  for (let height = 81; height < top; height++) await feed(await hash(height))
  await feed(blocks[0])
  const waiting = await send()
  await wallet.stop()
  await handIn(waiting)
  const { txs } = await leader.get('/get_transactions', {
    txs_hashes: [mined],
    decode_as_json: true,
  })
  const spent = /"k_image": "([0-9a-f]{64})"/.exec(txs[0].as_json)![1]!
  return { genesis: await hash(0), block: await hash(70), mined, waiting, spent }
}

/** An answer as values: integers exact, text as bytes. */
export function read({ call }: Case, { bytes }: Answer): unknown {
  if (call.endsWith('.bin') && !call.includes('pool_hashes')) return readEpee(bytes)
  return parseJsonBytes(bytes, { text: 'bytes' })
}

/** Without the fields of these names, and what stands in no order in one. */
export function masked(value: unknown, names: readonly string[]): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (Array.isArray(value)) return inOrder(value).map((item) => masked(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, member]) => [name, masked(member, names)]),
  )
}

/** Key images of the pool stand in no order. */
const inOrder = (list: readonly unknown[]) =>
  list.some((item) => typeof item === 'object' && item !== null && 'txs_hashes' in item)
    ? list.toSorted((a, b) => ((a as Result).id_hash < (b as Result).id_hash ? -1 : 1))
    : list
