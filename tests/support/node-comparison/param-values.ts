/**
 * What to ask with: values of every param of the daemon's calls, right and wrong, over what a chain holds.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { formatAddress, parseAddress } from '#protocol/address.ts'
import { minerAddress } from '../programs/monerod.ts'
import type { Below, ChainContents } from './chain-contents.ts'

/** Of one param, by its name or by `CALL.NAME` where that name means something else. */
export type Values = { readonly [param: string]: readonly unknown[] }

const none = '00'.repeat(32)
const genesisAmount = 17_592_186_044_415n

/** Keys of a subaddress can be anything. */
const subaddress = formatAddress({
  ...parseAddress(minerAddress, 'mainnet')!,
  kind: 'subaddress',
})

/** A call that must not be asked with a param: it is newer than 0.18.0.0, or steps alone may use it. */
const neither: readonly unknown[] = []

export function valuesOf(holdings: ChainContents, below: Below): Values {
  const { height, top, some, topId, someId, genesisId, besideIds, outputs } = holdings
  const ids = [topId, someId, genesisId, ...besideIds.slice(0, 2), none, 'x', topId.toUpperCase()]
  const heights = [0n, 1n, some, top, height, 1_000_000n]
  const bytes = (hexes: readonly string[]) => hexes.map((hex) => hexToBytes(hex))
  const history = (...newest: string[]) => bytes([...newest, genesisId])
  const recent = holdings.idAt(top > 20n ? top - BigInt(below(20)) : 0n)
  const output = (index: bigint, amount = 0n) => ({ amount, index })
  const someOutput = () => output(BigInt(below(Number(outputs))))
  const transactions = [
    [],
    holdings.minedIds.slice(0, 90),
    holdings.waiting,
    [none],
    ['x'],
    ['00'],
    [topId],
    [...holdings.minedId, ...holdings.waiting, holdings.coinbaseId, none],
  ]
  return {
    client: [''],
    hash: ids,
    height: heights,
    wallet_address: [minerAddress, 'x', subaddress],
    version: [0, 1, 15, 16, 17, 255],
    count: heights,
    grace_blocks: [0, 1, 50, 99, 100, 101],
    hashes: [[topId, someId], [genesisId, none], ['x'], [], besideIds.slice(0, 2)],
    start_height: heights,
    end_height: heights,
    reserve_size: [0, 1, 60, 127, 256],
    extra_nonce: ['00ff', 'xy', '00'.repeat(256)],
    // Of more than 127 free bytes 0.18.0.0 counts with one byte alone, and fails.
    prev_block: [topId, someId, ...besideIds.slice(0, 2), none, 'x'],
    blocktemplate_blob: [holdings.topBlob, 'xy', '00'],
    aux_pow: [
      [],
      [{ id: none, hash: topId }],
      [{ id: 'x', hash: topId }],
      [0, 1, 2].map((at) => ({ id: holdings.idAt(BigInt(at)), hash: topId })),
    ],
    amounts: [[0], [genesisAmount], [5], [0, 5], [0, genesisAmount], []],
    min_count: [0, 2, 1_000_000],
    max_count: [0, 50, 1_000_000],
    recent_cutoff: [0, 1, holdings.someTime],
    from_height: heights,
    to_height: heights,
    nonce: [0, 1],
    cookie: [0],
    paying_for: ['x'],
    payment: [0, 1],
    delta_balance: [0, 1],
    bans: [
      [],
      [{ host: '10.9.8.7', ban: true, seconds: 90_000 }],
      [{ ip: 0x0708090a, ban: false }],
      [{ host: 'x', ban: true, seconds: 1 }],
    ],
    address: ['10.9.8.7', '10.9.8.6', 'x'],
    txids: [[], [none], ['x']],
    level: [-1, 0, 5],
    categories: ['*:WARNING', 'x:INFO', ''],
    command: ['', 'nothing'],
    path: [''],
    limit_down: [-1, 0, 9000],
    limit_up: [-1, 0, 9000],
    out_peers: [0, 8],
    in_peers: [0, 8],
    txs_hashes: transactions,
    key_images: [
      // After one of another length 0.18.0.0 reads on.
      [],
      holdings.spentImages,
      holdings.waitingImages,
      [none],
      ['x'],
      [...holdings.waitingImages, none, ...holdings.spentImages],
    ],
    tx_as_hex: ['', '00', 'xy', ...holdings.minedBlob, ...holdings.waitingBlob],
    outputs: [
      [],
      [output(0n)],
      [output(outputs - 1n), output(0n), someOutput(), someOutput()],
      [output(outputs)],
      [output(0n, genesisAmount), someOutput()],
      [output(0n, 77n)],
    ],
    block_ids: [
      history(recent),
      history(topId),
      history(recent, someId),
      history(),
      [...bytes([none]), ...history(recent)],
      ...besideIds.slice(0, 1).map((id) => history(id, recent)),
    ],
    heights: [[0n], [some, top], [height], [], [top, 0n, top]],
    txid: bytes([...holdings.minedId, ...holdings.waiting.slice(0, 1), holdings.coinbaseId, none]),
    'get_block_count.value': [[], ['ignored']],
    // Of a height that is none the node here answers the id of zeros.
    'on_get_block_hash.value': [[0], [Number(some)], [Number(top)], [], [0, 1]],
    'submit_block.value': [[], ['00'], ['xy'], [holdings.topBlob, holdings.topBlob]],
    // Each hash of a range takes a while.
    'get_block_headers_range.fill_pow_hash': [false],
    'calc_pow.major_version': [12, 16],
    'calc_pow.height': [top],
    'calc_pow.block_blob': [holdings.hashingBlob, 'xy'],
    'calc_pow.seed_hash': ['', genesisId, 'x'],
    // monerod bans clients that request heights above its chain several times.
    '/get_blocks.bin.start_height': [0n, 1n, some, top],
    // Newer than 0.18.0.0.
    '/get_blocks.bin.requested_info': neither,
    '/get_blocks.bin.pool_info_since': neither,
    '/get_blocks.bin.max_block_count': neither,
  }
}
