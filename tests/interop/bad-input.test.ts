/**
 * Requests that make no sense: refused with the reference's code and words, and nothing has changed.
 */
import { afterEach, describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { post } from '../support/network/http-client.ts'
import {
  minerAddress,
  startWalletRpc,
  type Result,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { fullState } from '../support/wallet-comparison/full-state.ts'
import { startRegtest, type Regtest } from '../support/programs/regtest-node.ts'

const words =
  'money guys dawn meeting duckling banjo biggest scrub owls jingle pirate yawning lobster ' +
  'nexus shyness ember roster vogue sniff inflamed history depth enmity essential ember'
const stagenet =
  '55LTR8KniP4LQGJSPtbYDacR7dz8RBFnsfAKMaMuwUNYX6aQbBcovzDPyrQF9KXF9tVU6Xk3K8no1BywnJX6GvZX8yJsXvt'
const testnet =
  '9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8'

let node: Regtest
let reference: WalletRpc
let ours: OurWalletRpc
let before: unknown
/** Addresses by the names that params have for them. */
let addresses: Record<string, string>

beforeAll(async () => {
  node = await startRegtest()
  ;[reference, ours] = await Promise.all([
    startWalletRpc({ daemon: node.address }),
    startOurWalletRpc({ daemon: node.address }),
  ])
  const restore = { filename: 'w', password: 'p', seed: words, restore_height: 0 }
  const { address: own } = await ours.call('restore_deterministic_wallet', restore)
  await reference.call('restore_deterministic_wallet', restore)
  await node.mine(4, own)
  await node.mine(100)
  await node.mine(4, own)
  for (const wallet of [ours, reference]) {
    await wallet.call('auto_refresh', { enable: false })
    await wallet.call('refresh')
    await wallet.call('create_address', { account_index: 0 })
  }
  const [, { address: subaddress }] = (await ours.call('get_address')).addresses
  const make = async (payment_id: string, standard_address = own) =>
    (await ours.call('make_integrated_address', { payment_id, standard_address }))
      .integrated_address
  addresses = {
    own,
    subaddress,
    integrated: await make('1111111111111111'),
    otherIntegrated: await make('2222222222222222'),
    stagenet,
    testnet,
    miner: minerAddress,
    minerIntegrated: await make('3333333333333333', minerAddress),
  }
  before = await fullState(ours.call)
})

afterEach(async () => expect(await fullState(ours.call)).toEqual(before))

/** What a service answers to params as they are written. */
async function answer(url: string, method: string, params: string): Promise<Result> {
  const body = `{"jsonrpc":"2.0","id":"0","method":"${method}","params":${params}}`
  return (await post(`${url}/json_rpc`, body)).json()
}

/** Puts addresses that only the running wallet knows in the places of their names. */
const filled = (params: string) =>
  params.replace(/<(\w+)>/g, (_, name: string) => addresses[name] ?? `<${name}>`)

/** What we say where the reference says something else, or nothing. */
type Ours = { code: number; message: string }

/** Both refuse with the same code and message, or we alone do, or say it better. */
async function refused(method: string, params: string, ours?: Ours) {
  const text = filled(params)
  const [theirs, answered] = await Promise.all(urls().map((url) => answer(url, method, text)))
  const { code, message } = answered.error ?? {}
  const expected = ours ?? theirs.error
  expect(expected, 'the reference accepts it').toBeDefined()
  expect({ code: Number(code), message }).toEqual({
    code: Number(expected.code),
    message: expected.message,
  })

  if (ours && theirs.error) expect(theirs.error.message).not.toBe(message)
}

const urls = () => [reference.url, ours.url]

const pay = (destination: string, more = '') =>
  `{"destinations":[${destination}],"do_not_relay":true${more}}`
const amount = (literal: string, address = '<miner>') =>
  `{"address":"${address}","amount":${literal}}`

type Case = [method: string, params: string, ours?: Ours]

const amounts = [
  '0',
  '-1',
  '1.5',
  '1e12',
  '0.000000000001',
  '18446744073709551616',
  '"-1"',
  '"1.5"',
  '"abc"',
  '""',
  'true',
  '[]',
  '{}',
  '99999999999999999999999',
  '"18446744073709551616"',
  '18446744073709551615',
  '9223372036854775808',
  '1000000000000000000',
  'null',
  '[1,2]',
  '1E400',
  '-0',
]
const lockedToo = '175000000000000'
/** The reference adds the fee to it, which overflows. */
const notEnough = { code: -17, message: 'not enough money' }
/** The reference leaves lists out of account that are none. */
const invalid = { code: -32602, message: 'Invalid params' }
/** The reference repeats what was given; here its place is named. */
const wrong = (field: string) => ({
  code: -2,
  message: `WALLET_RPC_ERROR_CODE_WRONG_ADDRESS: ${field}`,
})

const wrongAddress = wrong('destinations[0].address')
/** Of a URI too it repeats what was given. */
const unmade = (problem: string) => ({
  code: -11,
  message: `Cannot make URI from supplied parameters: ${problem}`,
})

const unread = (problem: string) => ({ code: -11, message: `Error parsing URI: ${problem}` })
/** As version 0.18.5.1 has it; the one compared with allowed 64. */
const wrongCount = { code: -1, message: 'Count must be between 1 and 65536.' }

const notMade = { code: -4, message: 'transaction was not constructed' }
const missing = { code: -1, message: 'Failed to open wallet : file not found "missing.keys"' }

const many = (count: number) => Array.from({ length: count }, () => amount('1000000')).join()

const cases: Record<string, Case[]> = {
  'amounts of a transfer': amounts.map((literal) => amountCase('transfer', literal)),
  'amounts of a split transfer': amounts.map((literal) => amountCase('transfer_split', literal)),
  'more than is there': [
    ['transfer', pay(amount(lockedToo))],
    ['transfer_split', pay(amount(lockedToo))],
    ['transfer', pay(`${amount('9223372036854775808')},${amount('9223372036854775808')}`)],
    ['transfer', pay(`${amount('1')},${amount('0')}`)],
    ['transfer', pay(amount('1', '<miner>'), ',"account_index":1')],
    ['transfer', pay(amount('1'), ',"account_index":-1')],
    ['transfer', pay(amount('1'), ',"account_index":4294967296')],
    ['transfer', pay(amount('1'), ',"subaddr_indices":[7]')],
    ['transfer', pay(amount('1'), ',"subaddr_indices":[1]')],
    ['transfer', pay(amount('1'), ',"subaddr_indices":"x"'), invalid],
    ['sweep_all', '{"address":"<miner>","account_index":1,"do_not_relay":true}'],
    ['sweep_all', '{"address":"<miner>","subaddr_indices":[1],"do_not_relay":true}'],
    ['sweep_all', '{"address":"<miner>","below_amount":1,"do_not_relay":true}'],
    ['sweep_all', '{"address":"<miner>","outputs":0,"do_not_relay":true}'],
    ['sweep_all', '{"address":"<miner>","outputs":17,"do_not_relay":true}', notMade],
    ['sweep_all', '{"address":"<miner>","below_amount":-1,"do_not_relay":true}'],
  ],
  recipients: [
    ['transfer', '{}'],
    ['transfer', '{"destinations":[],"do_not_relay":true}'],
    ['transfer', '{"destinations":{},"do_not_relay":true}', wrongAddress],
    ['transfer', '{"destinations":"x","do_not_relay":true}', invalid],
    ['transfer', pay('{}'), wrongAddress],
    ['transfer', pay('5'), invalid],
    ['transfer', pay(many(16))],
    ['transfer', pay(amount('1', '')), wrongAddress],
    ['transfer', pay(amount('1', 'not an address')), wrongAddress],
    ['transfer', pay(amount('1', minerAddress.replace('4', '5'))), wrongAddress],
    ['transfer', pay(amount('1', minerAddress.slice(0, -1))), wrongAddress],
    ['transfer', pay(amount('1', `${minerAddress}1`)), wrongAddress],
    ['transfer', pay(amount('1', minerAddress.replace(/.$/, 'n'))), wrongAddress],
    ['transfer', pay(amount('1', '<stagenet>')), wrongAddress],
    ['transfer', pay(amount('1', '<testnet>')), wrongAddress],
    ['transfer', pay(`${amount('1', '<integrated>')},${amount('1', '<otherIntegrated>')}`)],
    ['transfer', pay(`${amount('1', '<minerIntegrated>')},${amount('1', '<subaddress>')}`)],
    ['transfer', pay(amount('1', '<integrated>'), ',"payment_id":"1111111111111111"')],
    ['transfer', pay(amount('1'), ',"payment_id":"11111111111111"')],
    ['transfer', pay(amount('1'), ',"payment_id":"xyzxyzxyzxyzxyzx"')],
    ['transfer', pay(amount('1'), `,"payment_id":"${'1'.repeat(64)}"`)],
    ['transfer', pay(amount('1', '<subaddress>'), ',"payment_id":"xyz"')],
    ['transfer', pay(amount('1'), ',"priority":"x"')],
    ['transfer', pay(amount('1'), ',"priority":-1')],
    ['transfer', pay(amount('1'), ',"unlock_time":-1')],
    ['transfer', pay(amount('1'), ',"ring_size":"x"')],
    ['transfer', pay(amount('1'), ',"get_tx_key":"x"')],
    ['transfer_split', '{"destinations":[],"do_not_relay":true}'],
    ['transfer_split', pay(amount('1', '<stagenet>')), wrongAddress],
    ['sweep_all', '{"do_not_relay":true}', wrong('address')],
    ['sweep_all', '{"address":"<stagenet>","do_not_relay":true}', wrong('address')],
    ['sweep_all', '{"address":"<miner>","payment_id":"12","do_not_relay":true}'],
    ['sweep_all', '{"address":"<integrated>","payment_id":"1111111111111111","do_not_relay":true}'],
  ],
  'integrated addresses and subaddresses': [
    ['make_integrated_address', '{"standard_address":"<subaddress>"}'],
    ['make_integrated_address', '{"standard_address":"<integrated>"}'],
    ['make_integrated_address', '{"standard_address":"<stagenet>"}'],
    ['make_integrated_address', '{"standard_address":"x"}'],
    ['make_integrated_address', '{"payment_id":"12"}'],
    ['make_integrated_address', '{"payment_id":"xyzxyzxyzxyzxyzx"}'],
    ['make_integrated_address', `{"payment_id":"${'1'.repeat(64)}"}`],
    ['split_integrated_address', '{}'],
    ['split_integrated_address', '{"integrated_address":"<own>"}'],
    ['split_integrated_address', '{"integrated_address":"<subaddress>"}'],
    ['split_integrated_address', '{"integrated_address":"<stagenet>"}'],
    ['split_integrated_address', '{"integrated_address":"x"}'],
    ['get_address', '{"account_index":9}'],
    ['get_address', '{"address_index":[9]}'],
    ['get_address', '{"address_index":[-1]}'],
    ['get_address_index', '{"address":"x"}'],
    ['get_address_index', '{"address":"<miner>"}'],
    ['get_address_index', '{"address":"<stagenet>"}'],
    ['create_address', '{"account_index":9}'],
    ['create_address', '{"count":0}', wrongCount],
    ['create_address', '{"count":65537}', wrongCount],
    ['label_address', '{"index":{"major":9,"minor":0},"label":"x"}'],
    ['label_address', '{"index":{"major":0,"minor":9},"label":"x"}'],
    ['label_account', '{"account_index":9,"label":"x"}'],
    ['incoming_transfers', '{"transfer_type":"x"}'],
    ['make_uri', '{"address":"x"}', unmade('wrong address')],
    ['make_uri', '{"address":"<stagenet>"}', unmade('wrong address')],
    ['make_uri', '{"address":"<own>","payment_id":"12"}'],
    ['make_uri', '{"address":"<integrated>","payment_id":"1111111111111111"}'],
    ['parse_uri', '{"uri":"x"}', unread('URI has wrong scheme (expected "monero:")')],
    ['parse_uri', '{"uri":"bitcoin:x"}', unread('URI has wrong scheme (expected "monero:")')],
    ['parse_uri', '{"uri":"monero:"}', unread('URI has wrong address')],
    ['parse_uri', '{"uri":"monero:x"}', unread('URI has wrong address')],
    ['parse_uri', '{"uri":"monero:<stagenet>"}', unread('URI has wrong address')],
    ['parse_uri', '{"uri":"monero:<own>?tx_amount=x"}', unread('URI has invalid amount')],
    ['parse_uri', '{"uri":"monero:<own>?tx_amount=18446745"}', unread('URI has invalid amount')],
    ['parse_uri', '{"uri":"monero:<own>?tx_amount=1&tx_amount=1"}'],
    ['parse_uri', '{"uri":"monero:<own>?tx_payment_id=12"}', unread('Invalid payment id')],
  ],
  transactions: [
    ['relay_tx', '{}'],
    ['relay_tx', '{"hex":"xyz"}'],
    ['relay_tx', '{"hex":"1"}'],
    ['relay_tx', '{"hex":"00"}'],
    ['relay_tx', '{"hex":"0101"}'],
    ['relay_tx', `{"hex":"${'ff'.repeat(100)}"}`],
    ['get_tx_key', '{}'],
    ['get_tx_key', '{"txid":"xyz"}'],
    ['get_tx_key', '{"txid":"ab"}'],
    ['get_tx_key', `{"txid":"${'0'.repeat(64)}"}`],
    ['get_transfer_by_txid', '{}'],
    ['get_transfer_by_txid', '{"txid":"xyz"}'],
    ['get_transfer_by_txid', `{"txid":"${'0'.repeat(64)}"}`],
    ['get_transfer_by_txid', `{"txid":"${'0'.repeat(64)}","account_index":9}`],
    ['set_tx_notes', '{"txids":["xyz"],"notes":["x"]}'],
    ['set_tx_notes', `{"txids":["${'0'.repeat(64)}"],"notes":[]}`],
    ['get_tx_notes', '{"txids":["xyz"]}'],
  ],
  seeds: [
    ['restore_deterministic_wallet', restoring('')],
    ['restore_deterministic_wallet', restoring(words.replace('money', 'guys'))],
    ['restore_deterministic_wallet', restoring(words.replace(/ember$/, 'money'))],
    ['restore_deterministic_wallet', restoring(words.replace('guys', 'zzzzz'))],
    ['restore_deterministic_wallet', restoring(words.replace('guys', 'g'))],
    ['restore_deterministic_wallet', restoring(words.split(' ').slice(0, 3).join(' '))],
    ['restore_deterministic_wallet', restoring(words.split(' ').slice(0, 12).join(' '))],
    ['restore_deterministic_wallet', restoring(words.split(' ').slice(0, 23).join(' '))],
    ['restore_deterministic_wallet', restoring(`${words} ember`)],
    ['restore_deterministic_wallet', restoring(words.replace('guys', 'abeja'))],
    ['restore_deterministic_wallet', '{"filename":"w","password":"","seed":"x"}'],
    ['restore_deterministic_wallet', `{"filename":"a/b","password":"","seed":"${words}"}`],
    ['restore_deterministic_wallet', '{"filename":"n","seed":5}'],
    ['restore_deterministic_wallet', `{"filename":"n","seed":"${words}","restore_height":-1}`],
  ],
  wallets: [
    ['generate_from_keys', '{"filename":"n"}'],
    ['generate_from_keys', '{"filename":"n","viewkey":"x"}'],
    ['generate_from_keys', '{"filename":"n","viewkey":"x","address":"<own>"}'],
    ['generate_from_keys', '{"filename":"n","viewkey":"x","address":"<stagenet>"}'],
    ['create_wallet', '{"filename":"w","language":"English"}'],
    ['create_wallet', '{"filename":"n","language":"Klingon"}'],
    ['create_wallet', '{"filename":"n"}'],
    ['create_wallet', '{"filename":"../n","language":"English"}'],
    ['open_wallet', '{"filename":"missing"}', missing],
    ['open_wallet', '{"filename":"../w"}'],
    ['change_wallet_password', '{"old_password":"wrong","new_password":"n"}'],
    ['query_key', '{"key_type":"x"}'],
    ['query_key', '{}'],
    ['set_daemon', '{"address":"x","ssl_support":"x"}'],
    ['nothing', '{}'],
  ],
}

function amountCase(method: string, literal: string): Case {
  const params = pay(amount(literal))
  return literal === '18446744073709551615' ? [method, params, notEnough] : [method, params]
}

function restoring(seed: string) {
  return `{"filename":"n","password":"","seed":"${seed}"}`
}

describe.each(Object.keys(cases))('%s', (group) => {
  test.each(cases[group]!)('error: %s %s', (method, params, ours) => refused(method, params, ours))
})

describe('an address of another network', () => {
  test.each(['stagenet', 'testnet'])(
    'error: the data field names the network %s',
    async (network) => {
      const { error } = await answer(ours.url, 'transfer', filled(pay(amount('1', `<${network}>`))))
      expect(error.data).toBe(`destinations[0].address is of ${network}, the wallet of mainnet`)
    },
  )
})

describe('unknown items give empty results, not errors', () => {
  test.each([
    ['get_balance', '{"account_index":9}'],
    ['get_balance', '{"address_indices":[9]}'],
    ['incoming_transfers', '{"transfer_type":"all","account_index":9}'],
    ['get_transfers', '{"in":true,"account_index":9}'],
    ['get_tx_notes', `{"txids":["${'0'.repeat(64)}"]}`],
  ])('%s %s', async (method, params) => {
    const [theirs, answered] = await Promise.all(urls().map((url) => answer(url, method, params)))
    expect(theirs.result).toBeDefined()
    expect(answered).toEqual(theirs)
  })
})

describe('a wrong password', () => {
  test('error: opens nothing, and the open wallet stays open', async () => {
    const params = '{"filename":"w","password":"wrong"}'
    await refused('open_wallet', params, {
      code: -1,
      message: 'Failed to open wallet : Invalid password.',
    })
  })
})
