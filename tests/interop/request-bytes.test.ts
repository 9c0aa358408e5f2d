/**
 * Requests of our programs are those of monero-wallet-rpc, byte for byte, but for the signature in `client`.
 *
 * The reference is 0.18.0.0. v0.18.5.1 differs from it in `cnonce` of a login only.
 */
import { describe, expect } from 'vitest'
import { daemonConnection } from '../../server/outgoing/wallet-daemon.ts'
import { undiciNode } from '../../server/outgoing/undici-node.ts'
import { fakeProxy } from '../support/daemons/fake-upstream-node.ts'
import { startRequestRecorder, type RecordedRequest } from '../support/network/request-recorder.ts'
import { atFileEnd } from '../support/programs/file-end.ts'
import { minerAddress, startMonerod, type Monerod } from '../support/programs/monerod.ts'
import { beforeAll, test } from '../support/programs/test.ts'
import { restoreOurs, restoreTheirs } from '../support/wallet-comparison/restore-both.ts'

/** Requests by path, or by method of `/json_rpc`; each as the text that was sent. */
type Sent = Map<string, string[]>

/**
 * The request without its signature, as wallet2 writes one that it does not sign. What the wallets choose
 * themselves is masked: ids of a history, ring candidates, the transaction.
 */
function unsigned({ head, body }: RecordedRequest): string {
  const text = body.toString('latin1')
  const bare = text
    .replace(/"client": "[0-9a-f]{208}"/, '"client": ""')
    .replace(/(\x06client\x0a)\x41\x03[0-9a-f]{208}/, '$1\x00')
  const cut = text.length - bare.length
  const withLength = head.map((line) =>
    line.replace(/(?<=^Content-Length: )\d+$/, (length) => `${Number(length) - cut}`),
  )
  const chosen = /^POST \/(getblocks\.bin|get_outs\.bin|sendrawtransaction) /.test(head[0]!)
  return chosen
    ? [...withLength.map((line) => line.replace(/\d+$/, 'N')), '', namesIn(bare)].join('\r\n')
    : [...withLength, '', bare].join('\r\n')
}

/** Names of members, in their order, each once. */
const namesIn = (body: string) =>
  [...new Set(body.match(/(?<=[\x01-\x20"])[a-z][a-z_]{4,}(?=["\x05\x08\x0a\x0b\x8c])/g))].join(' ')

function byCall(requests: readonly RecordedRequest[]): Sent {
  const sent: Sent = new Map()
  for (const request of requests) {
    const path = request.head[0]!.split(' ')[1]!
    const method = /"method": ?"(\w+)"/.exec(request.body.toString('latin1'))?.[1]
    const call = path === '/json_rpc' ? method! : path
    sent.set(call, [...(sent.get(call) ?? []), unsigned(request)])
  }
  return sent
}

let node: Monerod
let our: Sent
let their: Sent

beforeAll(async () => {
  node = await startMonerod()
  const [forOurs, forTheirs] = [
    await startRequestRecorder(node.address),
    await startRequestRecorder(node.address),
  ]
  const connect = daemonConnection(undefined, () => {})
  const ours = await restoreOurs(forOurs.address, { connect })
  const theirs = await restoreTheirs(forTheirs.address, ours)
  await node.mine(100, ours.wallet.primaryAddress)
  const destinations = [{ address: minerAddress, amount: 10n ** 12n }]
  for (const wallet of [theirs, ours]) {
    await wallet.call('refresh')
    const { tx_hash: txid, tx_key } = await wallet.call('transfer', {
      destinations,
      get_tx_key: true,
    })
    await wallet.call('check_tx_key', { txid, tx_key, address: minerAddress })
    await wallet.call('get_spend_proof', { txid, message: '' })
    // Our wallet requests the pool only while it is not empty.
    await wallet.call('refresh')
    await node.mine(1)
    await wallet.call('rescan_spent')
  }
  our = byCall(forOurs.requests)
  their = byCall(forTheirs.requests)
}, 900_000)

describe('the wallet service', () => {
  // Calls with the same content in both wallets.
  test.each([
    'get_info',
    'get_fee_estimate',
    'get_txpool_backlog',
    'hard_fork_info',
    '/get_transaction_pool_hashes.bin',
  ])('sends %s as monero-wallet-rpc does', (call) => {
    expect(their.get(call)).toContain(our.get(call)![0])
  })

  // The content depends on the wallet: transactions, ring members, recent blocks.
  test.each([
    'getblockheadersrange',
    '/getblocks.bin',
    '/get_outs.bin',
    '/gettransactions',
    '/is_key_image_spent',
    '/sendrawtransaction',
  ])('sends %s in the form of monero-wallet-rpc', (call) => {
    const form = (text: string) =>
      text
        .replace(/[0-9a-f]{64}/g, 'HASH')
        .replace(/("HASH",?)+/, '"HASH"')
        .replace(/(Content-Length|_height"): \d+/g, '$1: N')
    expect(their.get(call)!.map(form)).toContain(form(our.get(call)![0]!))
  })
})

describe('nightjar-node', () => {
  test.each([
    [
      '/json_rpc',
      'get_info',
      { jsonrpc: '2.0', id: '0', method: 'get_info', params: { client: '' } },
    ],
    ['/get_transaction_pool_hashes.bin', '/get_transaction_pool_hashes.bin', { client: '' }],
  ])(
    'forwards %s of any client as monero-wallet-rpc would send %s',
    async (path, call, content) => {
      const recorder = await startRequestRecorder(node.address)
      const upstream = undiciNode(`http://${recorder.address}`)
      atFileEnd(() => upstream.close())
      const answer = await fakeProxy(upstream).request(path, {
        method: 'POST',
        headers: { 'user-agent': 'Mozilla/5.0', origin: 'http://localhost', cookie: 'a=b' },
        body: JSON.stringify(content),
      })
      expect(await answer.text()).toContain('"OK"')
      expect(their.get(call)).toContain(byCall(recorder.requests).get(call)![0])
    },
  )
})

test('a login has the form of monero-wallet-rpc', async () => {
  const login = { username: 'user', password: 'pass' }
  const locked = await startMonerod({ flags: ['--rpc-login', 'user:pass'] })
  const [forOurs, forTheirs] = [
    await startRequestRecorder(locked.address),
    await startRequestRecorder(locked.address),
  ]
  const connect = daemonConnection(undefined, () => {})
  const ours = await restoreOurs(forOurs.address, { connect, login })
  const theirs = await restoreTheirs(forTheirs.address, ours, {
    flags: ['--daemon-login', 'user:pass'],
  })
  await theirs.call('refresh')
  await ours.call('refresh')
  const formOf = (requests: readonly RecordedRequest[]) => {
    const headers = requests.flatMap(({ head }) => head.slice(3))
    return headers
      .filter((line) => line.startsWith('Authorization'))
      .map((line) =>
        line
          .replace(/(nonce|response|uri)="[^"]+"/g, '$1="…"')
          .replace(/nc=\d+/, 'nc=…')
          .replace(',cnonce="…"', ''),
      )
  }
  expect(new Set(formOf(forOurs.requests))).toEqual(new Set(formOf(forTheirs.requests)))
  expect(formOf(forOurs.requests).length).toBeGreaterThan(0)
  expect(forOurs.requests.at(-1)!.head.at(-1)).toMatch(/,cnonce="[A-Za-z0-9+/]{22}=="$/)
})
