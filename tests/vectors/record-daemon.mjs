/**
 * Records how a real monerod reads requests, and what it answers in bytes.
 *
 * `node tests/vectors/record-daemon.mjs` writes `json/*.json` and `epee/*.json` beside it. Bodies are
 * strings, a character a byte.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'

const here = import.meta.dirname
const miner =
  '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'

const folder = mkdtempSync(join(tmpdir(), 'record-'))
const [rpc, p2p] = [await freePort(), await freePort()]
const url = `http://127.0.0.1:${rpc}`
const child = spawn(
  'monerod',
  [
    ...'--regtest --offline --fixed-difficulty 1 --non-interactive --no-zmq --log-level 0'.split(
      ' ',
    ),
    '--data-dir', folder, '--rpc-bind-port', `${rpc}`, '--p2p-bind-port', `${p2p}`,
  ],
  { stdio: 'ignore' },
)

async function post(path, body) {
  const answer = await fetch(url + path, { method: 'POST', body: Buffer.from(body, 'latin1') })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, answer: bytes.toString('latin1') }
}

const write = (name, value) =>
  writeFileSync(join(here, name), `${JSON.stringify(value, null, 1)}\n`)

/** Values that `id` echoes: what the door made of them. */
const echoed = [
  '0',
    '1',
    '-1',
    '-0',
    '00012',
    '18446744073709551615',
    '18446744073709551616',
    '-9223372036854775808',
  '-9223372036854775809',
    '1.5',
    '1e0',
    '-1.5E+2',
    '1.',
    '-.5',
    '1e400',
    '1e-400',
    '1-2',
    '12+3',
    '--1',
    '-',
    '1.2.3',
    '+1',
    '.5',
  '0x10',
    'true',
    'TRUE',
    'False',
    'null',
    'NULL',
    'nul',
    'truex',
    'nullnull',
    'undefined',
    'NaN',
  '""',
    '"a\\u0041\\u00e9"',
    '"\\u12"',
    '"\\uzzzz"',
    '"\\x"',
    '"\\\'"',
    '"\\v\\b\\f\\n\\r\\t\\/\\\\\\""',
    '"a\tb\nc"',
    '"\x01\x7f"',
    '"\xc3\xa9"',
    '"\xff"',
  '[]',
    '[ ]',
    '[1,2]',
    '[1,-2]',
    '[-1,2]',
    '[-1,-2]',
    '[1,1.5]',
    '[1.5,2.5]',
    '[1,"a"]',
    '["a",1]',
    '["a","b"]',
    '[true,false]',
    '[true,1]',
  '[true,null]',
    '[null]',
    '[[1]]',
    '[[]]',
    '[1,[2]]',
    '[{"a":1},{"b":2}]',
    '[{}]',
    '[{},1]',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1,,2]',
  '{}',
    '{"a":1}',
    '{"a":{"b":[1]}}',
    '{"a":1,}',
    '{,}',
    '{"a":1,,"b":2}',
    '{"a" 1}',
    '{"":1}',
    '{"":{}}',
    '{"":[]}',
    '{"":[1]}',
    '{"":null}',
    '{a:1}',
  '{"b":1,"a":2}',
    '{"a":1,"a":2}',
    '{"a":{"x":1},"a":{"y":2}}',
    '{"a":1,"a":{"y":2}}',
    '{"a":{"x":1},"a":2}',
    '{"a":[1],"a":[2]}',
    '{"a":[1],"a":[]}',
    '{"a":1,"a":null}',
    '{"a":[{"x":1}],"a":{"y":1}}',
  '{"a":1} ',
    '\v1',
    '\f[1\v,\f2]',
    '\u00a01',
    ' /* c */ 1',
    `${'{"a":'.repeat(98)}1${'}'.repeat(98)}`,
    `${'{"a":'.repeat(99)}1${'}'.repeat(99)}`,
    `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
].map((value) => `{"method":"get_block_count","id":${value}}`)

const whole = [
  '', ' ', '{', '{}', '{ ', '[]', '[', '"a"', '1', 'null', 'x', '\0', '\xef\xbb\xbf{}',
  '{"method":"get_block_count"',
    '{"method":"get_block_count",',
    '{"method":"get_block_count","id":1} rubbish',
    '{"method":"get_block_count"}{"id":2}',
  '{"method":"get_block_count","id"',
    '{"method":"get_block_count","id":',
    '{"method":"get_block_count","id":1',
    '{"method":"get_block_count","id":1 ',
    '{"method":"get_block_count","id":true',
    '{"method":"get_block_count","id":"a',
  '{"method":"get_block_count","id":[',
    '{"method":"get_block_count","id":[1',
    '{"method":"get_block_count","id":[1 ',
    '{"method":"get_block_count","id":[1,',
    '{"method":"get_block_count","id":[1]',
  '{"method":"get_block_count","id":{',
    '{"method":"get_block_count","id":{ ',
    '{"method":"get_block_count","id":{"a":1',
    '{"method":"get_block_count","id":{"a":1 ',
    '{"method":"get_block_count","id":{"a":{',
    '{"method":"get_block_count","id":[{',
    '{"method":"get_block_count","id":[{ ',
    '{"method":"get_block_count","id":[{"a":1}',
  '{"id":1}',
    '{"method":1}',
    '{"method":null}',
    '{"method":["get_block_count"]}',
    '[{"method":"get_block_count"}]',
    '{"method":"get_block_count","params":[]}',
    '{"method":"get_block_count","params":""}',
    '{"method":"get_block_count","params":{}}',
    '{"method":"get_block_count","params":1}',
    '{"method":"get_block_count","params":null}',
    '{"METHOD":"get_block_count"}',
    '{"method":"get_block_count","method":"get_version"}',
]

/** How values are taken for the types of fields. */
const typed = [
  ...[
    '1',
    '"1"',
    '"01"',
    '""',
    '"-1"',
    '"1.0"',
    '1.0',
    '1e0',
    '-1',
    '-0',
    'true',
    '[1]',
    '[]',
    '{}',
    'null',
    '"x"',
    '18446744073709551616',
  ].map((value) => `{"method":"get_block_header_by_height","params":{"height":${value}}}`),
  ...['1', '"1"', '4294967296', '-1', '1.0', 'true', '[1]', '{}', 'null'].map(
    (value) => `{"method":"get_fee_estimate","params":{"grace_blocks":${value}}}`,
  ),
  ...['true', '1', '0', '"true"', '[true]', 'null', '{}'].map(
    (value) => `{"method":"get_output_histogram","params":{"amounts":[0],"unlocked":${value}}}`,
  ),
  ...['[]', '0', '[0]', '"0"', '["0"]', 'true', '{}', 'null', '[1.0]'].map(
    (value) => `{"method":"get_output_histogram","params":{"amounts":${value}}}`,
  ),
  ...['1', '[1]', '"1"', '{}'].map((value) => `{"method":"on_get_block_hash","params":${value}}`),
]

const paths = ['"zz"', '["zz"]', '[]', '{}', '1', '[1]', 'null'].map((value) => [
  '/is_key_image_spent',
  `{"key_images":${value}}`,
])

/** Portable storage by hand: members of name, type and bytes. */
const storage = (hex) =>
  Buffer.from(`011101010101020101${hex.replaceAll(' ', '')}`, 'hex').toString('latin1')
const name = (text) =>
  `${Buffer.of(text.length).toString('hex')}${Buffer.from(text).toString('hex')}`
const u64 = (value) =>
  `05${Buffer.from(new BigUint64Array([BigInt(value)]).buffer).toString('hex')}`
const nested = (count) => storage(`${'04 0161 0c'.repeat(count)}00`)
const nestedLists = (count) => storage(`${'04 0161 8c04'.repeat(count)}00`)

try {
  while (!(await post('/get_height', '').catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 100))
  const params = { amount_of_blocks: 5, wallet_address: miner }
  await post('/json_rpc', JSON.stringify({ method: 'generateblocks', params }))
  const genesis = JSON.parse(
    (await post('/json_rpc', '{"method":"on_get_block_hash","params":[0]}')).answer,
  ).result

  const doors = []
  for (const body of [...echoed, ...whole, ...typed])
    doors.push({ path: '/json_rpc', body, ...(await post('/json_rpc', body)) })
  for (const [path, body] of paths) doors.push({ path, body, ...(await post(path, body)) })
  write('json/doors.json', doors)

  const binary = []
  for (const body of [
    '{"method":"get_output_distribution","params":{"amounts":[0],"binary":true}}',
    '{"method":"get_output_distribution","params":{"amounts":[0],"binary":true,"compress":true}}',
    '{"method":"get_output_distribution","params":{"amounts":[0],"binary":false}}',
    '{"method":"get_info"}',
    '{"method":"get_last_block_header"}',
  ])
    binary.push({ path: '/json_rpc', body, ...(await post('/json_rpc', body)) })
  binary.push({
    path: '/get_transaction_pool_hashes.bin',
    body: '',
    ...(await post('/get_transaction_pool_hashes.bin', '')),
  })
  write('json/binary.json', binary)

  const ids = `${name('block_ids')} 0a 80 ${genesis}`.replace('0a 80', '0a 80')
  const requests = [
    ['/get_blocks.bin', storage(`08 ${ids} ${name('prune')} 0b 01`)],
    [
      '/get_blocks.bin',
      storage(`0c ${ids} ${name('no_miner_tx')} 0b 00 ${name('start_height')} ${u64(0)}`),
    ],
    ['/get_hashes.bin', storage(`08 ${ids} ${name('start_height')} ${u64(0)}`)],
    [
      '/get_blocks_by_height.bin',
      storage(`04 ${name('heights')} 85 08 ${u64(1).slice(2)} ${u64(3).slice(2)}`),
    ],
    [
      '/get_outs.bin',
      storage(
        `08 ${name('get_txid')} 0b 01 ${name('outputs')} 8c 04 08 ${name('amount')} ${u64(0)} ${name('index')} ${u64(1)}`,
      ),
    ],
    [
      '/get_output_distribution.bin',
      storage(`08 ${name('amounts')} 85 04 ${u64(0).slice(2)} ${name('binary')} 0b 01`),
    ],
    // What the door takes: unknown members, types, depth.
    ...[31, 32].map((count) => ['/get_hashes.bin', nested(count)]),
    ...[18, 19, 20].map((count) => ['/get_hashes.bin', nestedLists(count)]),
    ...[
      '00',
      '04',
      '0400',
      '08 0161 0801 0161 0801',
      '04 0161 0e00',
      '04 0161 0b02',
      '04 0161 8d00',
      '04 0161 8d048500',
      '04 0161 0d0500',
      '04 0161 0d860407000000',
      '04 0161 0a0801',
      '04 0161 850c0000000000000000',
      '04 0161 8a080000',
      '04 0161 8c080000',
      '04 0161 0a070000000000000055',
      '00ffff',
    ].map((hex) => ['/get_hashes.bin', storage(hex)]),
    ['/get_hashes.bin', ''],
    ['/get_hashes.bin', storage('')],
    ['/get_hashes.bin', storage('00').replace('\x01\x11', '\x01\x12')],
  ]
  const answers = []
  for (const [path, body] of requests) answers.push({ path, body, ...(await post(path, body)) })
  write('epee/answers.json', answers)
} finally {
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}
