/**
 * Records transactions of the RingCT types that no network makes any more, and of version 1.
 *
 *     node tests/vectors/chain/record-historic.mjs LOGS MONEROD_PORT MONEROD_LOG > tests/vectors/chain/historic.json
 *
 * LOGS holds what monero's core_tests wrote, a file per test. They print transactions as JSON only, so
 * the bytes are put together here, and a real monerod is asked what it takes them for. README.md has
 * the commands.
 */
import { readFileSync } from 'node:fs'

const [logs, port, nodeLog] = process.argv.slice(2)

function varint(value) {
  const bytes = []
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)])
    bytes.push(Number(rest & 0x7fn) | 0x80)
  }
}
const hex = (...texts) => Buffer.from(texts.flat(Infinity).join(''), 'hex')
const counted = (list) => Buffer.concat([varint(list.length), hex(list)])

function prefix({ version, unlock_time, vin, vout, extra }) {
  const input = ({ gen, key }) =>
    gen
      ? [Buffer.of(0xff), varint(gen.height)]
      : [
          Buffer.of(2),
          varint(key.amount),
          varint(key.key_offsets.length),
          ...key.key_offsets.map(varint),
          hex(key.k_image),
        ]
  const output = ({ amount, target: { key, tagged_key } }) =>
    tagged_key
      ? [varint(amount), Buffer.of(3), hex(tagged_key.key, tagged_key.view_tag)]
      : [varint(amount), Buffer.of(2), hex(key)]
  return Buffer.concat([
    varint(version),
    varint(unlock_time),
    varint(vin.length),
    ...vin.flatMap(input),
    varint(vout.length),
    ...vout.flatMap(output),
    varint(extra.length),
    Buffer.from(extra),
  ])
}

function base({ type, txnFee, pseudoOuts = [], ecdhInfo, outPk }) {
  const hidden = ecdhInfo.map(({ mask = '', amount }) => mask + amount)
  return Buffer.concat([Buffer.of(type), varint(txnFee), hex(pseudoOuts, hidden, outPk)])
}

function prunable(
  type,
  { nbp, rangeSigs = [], bp = [], bpp = [], MGs = [], CLSAGs = [], pseudoOuts = [] },
) {
  const count = nbp === undefined ? hex() : type === 3 ? Buffer.of(nbp, 0, 0, 0) : varint(nbp)
  const old = (p) => [
    hex(p.A, p.S, p.T1, p.T2, p.taux, p.mu),
    counted(p.L),
    counted(p.R),
    hex(p.a, p.b, p.t),
  ]
  const plus = (p) => [hex(p.A, p.A1, p.B, p.r1, p.s1, p.d1), counted(p.L), counted(p.R)]
  return Buffer.concat([
    hex(rangeSigs.map(({ asig, Ci }) => asig + Ci)),
    count,
    ...bp.flatMap(old),
    ...bpp.flatMap(plus),
    hex(
      MGs.map(({ ss, cc }) => [ss, cc]),
      CLSAGs.map(({ s, c1, D }) => [s, c1, D]),
      pseudoOuts,
    ),
  ])
}

function blob(json) {
  if (json.version === 1) return Buffer.concat([prefix(json), hex(json.signatures)])
  const { rct_signatures, rctsig_prunable } = json
  return Buffer.concat([
    prefix(json),
    base(rct_signatures),
    prunable(rct_signatures.type, rctsig_prunable),
  ])
}

/** The last transaction that a core test printed, and what its core then said of it. */
function printed(name) {
  const text = readFileSync(`${logs}/${name}.txt`, 'latin1').replace(/\x1b\[[0-9;]*m/g, '')
  const lines = text.split('\n').map((line) => line.replace(/^.*\tW /, ''))
  const start = lines.findLastIndex((line) => line.startsWith('Test tx: {'))
  const end = lines.indexOf('}', start)
  const json = JSON.parse(['{', ...lines.slice(start + 1, end + 1)].join('\n'))
  const added = [...text.matchAll(/added to pool: txid <(\w+)> weight: (\d+)/g)].at(-1)
  return { json, ...(added && { id: added[1], weight: Number(added[2]) }) }
}

/** The id a monerod reads from the bytes: it refuses the transaction, but names it in its log. */
async function monerodId(bytes) {
  const before = readFileSync(nodeLog, 'latin1').length
  const body = JSON.stringify({ tx_as_hex: bytes.toString('hex'), do_sanity_checks: false })
  await fetch(`http://127.0.0.1:${port}/send_raw_transaction`, { method: 'POST', body })
  await new Promise((resolve) => setTimeout(resolve, 500))
  const said = readFileSync(nodeLog, 'latin1').slice(before)
  const id = /Failed to check tx <(\w+)>/.exec(said)?.[1]
  if (!id) throw new Error(`monerod: ${said}`)
  return id
}

const vectors = []
for (const [name, test] of [
  ['full, spending version 1', 'gen_rct_tx_valid_from_pre_rct'],
  ['full', 'gen_rct_tx_valid_from_rct'],
  ['simple', 'gen_rct_tx_valid_from_mixed'],
  ['Bulletproof with short amounts', 'gen_bp_tx_valid_1_before_12'],
  ['CLSAG, 2 outputs', 'gen_bp_tx_valid_2'],
  ['CLSAG, 16 outputs', 'gen_bp_tx_valid_16'],
  ['Bulletproof+, 3 outputs', 'gen_bpp_tx_valid_3'],
])
  vectors.push({ name, source: test, ...printed(test) })

// No test makes type 3: one of type 4 with the amounts of one of type 1. Nor version 1.
const { json: short } = printed('gen_bp_tx_valid_1_before_12')
const { json: full } = printed('gen_rct_tx_valid_from_rct')
const ecdhInfo = full.rct_signatures.ecdhInfo.slice(0, short.vout.length)
const rct_signatures = { ...short.rct_signatures, type: 3, ecdhInfo }
vectors.push({ name: 'Bulletproof', source: 'composed', json: { ...short, rct_signatures } })
const { rctsig_prunable, rct_signatures: _, ...rest } = full
const ring = (input) => rctsig_prunable.MGs[0].ss.map(([s]) => s + input.key.k_image)
const signatures = rest.vin.map((input) => ring(input))
vectors.push({ name: 'version 1', source: 'composed', json: { ...rest, version: 1, signatures } })

const lines = []
for (const { id, ...vector } of vectors) {
  const bytes = blob(vector.json)
  const known = await monerodId(bytes)
  if (id !== undefined && id !== known) throw new Error(`${vector.name}: ${id} or ${known}?`)
  lines.push(JSON.stringify({ ...vector, id: known, hex: bytes.toString('hex') }))
}
process.stdout.write(`[\n${lines.join(',\n')}\n]\n`)
