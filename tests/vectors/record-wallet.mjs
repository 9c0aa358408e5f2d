/**
 * Records what a real monero-wallet-rpc answers: seeds in every language, seeds as people garble
 * them, seed offsets, addresses, integrated addresses, URIs.
 *
 * `node tests/vectors/record-wallet.mjs seeds` writes `mnemonic/*.json` beside it, `addresses` writes
 * `address/*.json`.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'

const here = import.meta.dirname
const words = (name) =>
  readFileSync(join(here, `../../protocol/mnemonic/words/${name}.ts`), 'utf8')
    .match(/`([^`]*)`/)[1]
    .trim()
    .split(/\s+/)

async function withWalletRpc(network, use) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'record-'))
  const flags = ['--offline', '--disable-rpc-login', '--log-level', '0', '--kdf-rounds', '1']
  const places = [
    '--rpc-bind-port',
    `${port}`,
    '--wallet-dir',
    folder,
    '--log-file',
    join(folder, 'log'),
  ]
  const child = spawn(
    'monero-wallet-rpc',
    [...flags, ...places, ...(network === 'mainnet' ? [] : [`--${network}`])],
    { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C.utf8' } },
  )
  /** The answer as it came, a character a byte. */
  const raw = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
    const answer = await fetch(`http://127.0.0.1:${port}/json_rpc`, { method: 'POST', body })
    return Buffer.from(await answer.arrayBuffer()).toString('latin1')
  }
  const call = async (method, params) => {
    const text = Buffer.from(await raw(method, params), 'latin1').toString()
    const { result, error } = JSON.parse(text)
    return error ? { error } : { result }
  }
  for (;;) {
    const up = await call('get_version', {}).catch(() => undefined)
    if (up) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  try {
    return await use(call, raw)
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

let made = 0
const fresh = () => `w${made++}`
const must = ({ result, error }) => {
  if (error) throw new Error(error.message)
  return result
}

/** Keys and address of the open wallet. */
async function open(call) {
  const key = async (key_type) => must(await call('query_key', { key_type })).key
  return {
    mnemonic: await key('mnemonic'),
    spend_key: await key('spend_key'),
    view_key: await key('view_key'),
    address: must(await call('get_address', { account_index: 0 })).address,
  }
}

async function created(call, language) {
  must(await call('create_wallet', { filename: fresh(), language }))
  const wallet = await open(call)
  must(await call('close_wallet', {}))
  return { language, ...wallet }
}

async function restored(call, params) {
  const answer = await call('restore_deterministic_wallet', {
    filename: fresh(),
    restore_height: 0,
    ...params,
  })
  if (answer.error) return { ...params, error: answer.error.message }
  const wallet = await open(call)
  must(await call('close_wallet', {}))
  return { ...params, was_deprecated: answer.result.was_deprecated, ...wallet }
}

const write = (name, value) =>
  writeFileSync(join(here, name), `${JSON.stringify(value, null, 2)}\n`)

/** The seed's key as 24 words of a list, without monero's help: EnglishOld cannot be asked for. */
function oldWords(hex, list) {
  const bytes = Buffer.from(hex, 'hex')
  const chosen = []
  for (let at = 0; at < 32; at += 4) {
    const value = bytes.readUInt32LE(at)
    const first = value % 1626
    const second = (Math.floor(value / 1626) + first) % 1626
    const third = (Math.floor(value / 1626 / 1626) + second) % 1626
    chosen.push(list[first], list[second], list[third])
  }
  return chosen.join(' ')
}

const swapped = (seed, at) => {
  const list = seed.split(' ')
  ;[list[at], list[at + 1]] = [list[at + 1], list[at]]
  return list.join(' ')
}
const cut = (seed, length) =>
  seed
    .split(' ')
    .map((word) => [...word].slice(0, length).join(''))
    .join(' ')

function garbled({ language, mnemonic }) {
  const list = mnemonic.split(' ')
  return [
    cut(mnemonic, 4),
    cut(mnemonic, 3),
    cut(mnemonic, 1),
    mnemonic.toUpperCase(),
    mnemonic.toLowerCase(),
    mnemonic.normalize('NFD'),
    ` ${list.join(' \t\n ')} `,
    list.map((word) => `${[...word].slice(0, 4).join('')}xx`).join(' '),
    list.slice(0, 24).join(' '),
    cut(list.slice(0, 24).join(' '), 4),
    list.slice(0, 24).join(' ').toUpperCase(),
    list.slice(0, 12).join(' '),
    list.slice(0, 13).join(' '),
    list.slice(0, 23).join(' '),
    [...list, list[0]].join(' '),
    swapped(mnemonic, 3),
    [...list.slice(0, 24), list[24] === list[0] ? list[1] : list[0]].join(' '),
    ['zzzzz', ...list.slice(1)].join(' '),
  ].map((seed) => ({ language: language === 'English' ? 'English' : '', seed }))
}

const offsets = ['a', 'correct horse battery staple', 'пароль', ' ', 'x'.repeat(200)]

const recordSeeds = () =>
  withWalletRpc('mainnet', async (call) => {
    const languages = must(await call('get_languages', {}))
    const seeds = []
    for (const name of languages.languages_local.map((_, index) => languages.languages[index]))
      for (let i = 0; i < 3; i++) seeds.push(await created(call, name))
    write('mnemonic/seeds.json', { languages, seeds })

    const edits = []
    for (const seed of seeds.filter((_, index) => index % 3 === 0))
      for (const params of garbled(seed)) edits.push(await restored(call, params))
    const list = words('english_old')
    for (const { spend_key } of seeds.slice(0, 2)) {
      const seed = oldWords(spend_key, list)
      edits.push(await restored(call, { seed, language: 'English' }))
      edits.push(await restored(call, { seed, language: '' }))
    }
    write('mnemonic/restored.json', edits)

    const withOffset = []
    for (const seed_offset of offsets)
      for (const { mnemonic } of [seeds[0], seeds[4]])
        withOffset.push(await restored(call, { seed: mnemonic, seed_offset }))
    write('mnemonic/offsets.json', withOffset)
  })

const ids = [
  '',
  '0123456789abcdef',
  '0000000000000000',
  'ABCDEFABCDEFABCD',
  '0'.repeat(64),
  '12',
  'zz',
]
const texts = [
  '',
  'plain',
  'two words',
  'a&b=c?d#e%f+g/h',
  'Ünïcödé 🌒',
  '100%',
  '%41',
  `"'<>\\^\`{|}~`,
  '\u0001\u007f',
]

async function recordAddresses() {
  await withWalletRpc('mainnet', async (call, raw) => {
    must(await call('create_wallet', { filename: fresh(), language: 'English' }))
    const address = must(await call('get_address', { account_index: 0 })).address
    const made = []
    const ask = async (method, params) =>
      made.push({ method, params, answer: await raw(method, params) })
    await ask('create_address', { account_index: 0 })
    const sub = must(await call('get_address', { account_index: 0 })).addresses[1].address
    for (const payment_id of ids)
      await ask('make_integrated_address', { standard_address: address, payment_id })
    const { integrated_address } = must(
      await call('make_integrated_address', { standard_address: address, payment_id: ids[1] }),
    )
    await ask('make_integrated_address', { standard_address: sub, payment_id: ids[1] })
    for (const text of [address, sub, integrated_address, '', 'x'])
      await ask('split_integrated_address', { integrated_address: text })
    for (const tx_description of texts)
      await ask('make_uri', { address, amount: 10, tx_description, recipient_name: tx_description })
    await ask('make_uri', { address, amount: 0 })
    await ask('make_uri', { address: sub, amount: 1_500_000_000_000 })
    await ask('make_uri', { address: integrated_address, amount: 1, payment_id: ids[1] })
    await ask('make_uri', { address, payment_id: ids[1] })
    await ask('make_uri', { address, payment_id: ids[4] })
    await ask('make_uri', { address: 'x' })
    const tails = [
      '',
      '?',
      '?tx_amount=1',
      '?tx_amount=1.5',
      '?tx_amount=0',
      '?tx_amount=.5',
      '?tx_amount=5.',
      '?tx_amount=.',
      '?tx_amount=',
      '?tx_amount=-1',
      '?tx_amount=1e3',
      '?tx_amount= 1 ',
      '?tx_amount=18446744.073709551615',
      '?tx_amount=18446744.073709551616',
      '?tx_amount=0.0000000000010',
      '?tx_amount=0.0000000000001',
      '?tx_amount=1&tx_amount=2',
      '?recipient_name=a%20b&tx_description=c%2Fd%C3%A9',
      '?recipient_name=%',
      '?recipient_name=%4',
      '?recipient_name=%41',
      '?recipient_name=%zz%4',
      '?recipient_name=a+b',
      '?tx_description=',
      '?tx_description',
      '?=',
      '?a=b&c=d',
      '?a=b&a=c',
      '?a=b=c',
      '?&',
      '?tx_amount=1&',
      '?other=%20x',
      `?tx_payment_id=${ids[1]}`,
      `?tx_payment_id=${ids[4]}`,
      '?tx_payment_id=12',
      '?tx_payment_id=',
      '?TX_AMOUNT=1',
      '#x',
      '?tx_amount=1#x',
      '?tx_amount=1;b=2',
      '?a=b?c=d',
      '?recipient_name=é',
      '?recipient_name=%ff',
    ]
    for (const tail of tails) await ask('parse_uri', { uri: `monero:${address}${tail}` })
    await ask('parse_uri', { uri: `monero:${integrated_address}?tx_payment_id=${ids[4]}` })
    for (const uri of [
      '',
      'monero',
      'monero:',
      `MONERO:${address}`,
      `bitcoin:${address}`,
      `monero://${address}`,
      address,
      `monero:${address.slice(1)}`,
      ` monero:${address}`,
    ])
      await ask('parse_uri', { uri })
    write('address/mainnet.json', made)
  })

  for (const network of ['mainnet', 'testnet', 'stagenet'])
    await withWalletRpc(network, async (call) => {
      must(await call('create_wallet', { filename: fresh(), language: 'English' }))
      const standard = must(await call('get_address', { account_index: 0 })).address
      const subaddress = must(await call('create_address', { account_index: 0 })).address
      const integrated = must(
        await call('make_integrated_address', { payment_id: ids[1] }),
      ).integrated_address
      const keys = {
        spend: must(await call('query_key', { key_type: 'spend_key' })).key,
        view: must(await call('query_key', { key_type: 'view_key' })).key,
      }
      const texts = { standard, subaddress, integrated }
      const changed = Object.values(texts).flatMap((text) => [
        text.slice(0, -1),
        `${text}1`,
        `${text.slice(0, 40)}${text[40] === 'z' ? 'y' : 'z'}${text.slice(41)}`,
        ` ${text}`,
        text.toLowerCase(),
      ])
      const validated = []
      for (const address of [...Object.values(texts), ...changed, '', '1', 'a'.repeat(95)])
        for (const any_net_type of [false, true])
          validated.push({
            address,
            any_net_type,
            result: must(await call('validate_address', { address, any_net_type })),
          })
      write(`address/validate-${network}.json`, { network, keys, texts, validated })
    })
}

const parts = { seeds: recordSeeds, addresses: recordAddresses }
await parts[process.argv[2]]()
