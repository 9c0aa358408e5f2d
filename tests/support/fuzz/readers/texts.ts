/**
 * Texts that users paste: URIs, addresses, amounts, seeds, patterns.
 *
 * @module
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { formatAddress, parseAddress, parsePaymentId, type Address } from '#protocol/address.ts'
import { formatAmount, parseAmount } from '#protocol/amount.ts'
import { decodeBase58, encodeBase58 } from '#protocol/base58.ts'
import { decodeText } from '#protocol/json/json.ts'
import { allLists, oldLanguageName } from '#protocol/mnemonic/languages.ts'
import { newPolyseed, readPolyseed, writePolyseed } from '#protocol/mnemonic/polyseed.ts'
import { readHalfSeed, readSeed, writeSeed } from '#protocol/mnemonic/seed.ts'
import type { WordList } from '#protocol/mnemonic/word-list.ts'
import { aliasAddresses, aliasName } from '#protocol/openalias.ts'
import { Pattern, PatternError } from '#protocol/pattern.ts'
import { makeUri, parseUri } from '#protocol/uri.ts'
import { readAddress } from '../../../../worker/engine/keys/read-address.ts'
import { crypto, walletKeys } from '../crypto.ts'
import type { Draw } from '../draw.ts'
import { altered } from '../inputs/mixed.ts'
import { attempt, requireEqual, type FuzzedReader } from '../reader.ts'

const keys = { spendKey: walletKeys.spendPublic, viewKey: walletKeys.viewPublic }
const network = 'mainnet' as const
const known: readonly Address[] = [
  { network, kind: 'standard', ...keys },
  { network, kind: 'subaddress', ...keys },
  { network, kind: 'integrated', ...keys, paymentId: '0123456789abcdef' },
  { network: 'stagenet', kind: 'standard', ...keys },
]
const addresses = known.map(formatAddress)

/** An address with any keys and any prefix, whose checksum is right where the draw does not lie. */
function addressText(draw: Draw): string {
  if (draw.oneIn(2)) return draw.pick(addresses)
  const kind = draw.pick(['standard', 'subaddress', 'integrated'] as const)
  const text = formatAddress({
    network: draw.pick(['mainnet', 'testnet', 'stagenet'] as const),
    kind,
    spendKey: draw.key(),
    viewKey: draw.key(),
    ...(kind === 'integrated' && { paymentId: bytesToHex(draw.bytes(8)) }),
  })
  return draw.lies() ? text.slice(0, draw.below(text.length)) + draw.text(4) : text
}

function uri(bytes: Uint8Array): boolean {
  const text = decodeText(bytes)
  const readers = (address: string) => parseAddress(address, network)
  const read = parseUri(text, readers)
  if ('error' in read) return false
  const { paymentId: _, ...request } = read.request
  const made = makeUri({ ...request, paymentId: '' }, readers)
  if ('error' in made) throw new Error('a URI that was read is not written')
  const again = parseUri(made.uri, readers)
  if ('error' in again) throw new Error('a URI that was written is not read')
  requireEqual('the amount of a URI', again.request.amount, request.amount)
  return true
}

function drawUri(draw: Draw): Uint8Array {
  const names = ['tx_amount', 'recipient_name', 'tx_description', 'tx_payment_id']
  const parameters = Array.from({ length: draw.count(3) }, () => {
    const name = draw.lies() ? draw.text() : draw.pick(names)
    const value =
      name === 'tx_amount'
        ? amountText(draw)
        : `${draw.text()}${draw.pick(['', '%20', '%e3%81', '%ff'])}`
    return `${name}${draw.lies() ? draw.pick(['', '==']) : '='}${value}`
  })
  const scheme = draw.lies() ? draw.text() : 'monero'
  return utf8ToBytes(
    `${scheme}:${addressText(draw)}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`,
  )
}

const amountText = (draw: Draw): string =>
  draw.lies()
    ? draw.pick([
        '',
        '.',
        '-1',
        '1e3',
        '1.0000000000001',
        '18446744.073709551616',
        '1'.repeat(draw.count(50)),
        '0.',
        ' 1 ',
        '١',
      ])
    : `${draw.below(20_000_000)}.${draw.below(10 ** 6)}`

function address(bytes: Uint8Array): boolean {
  const text = decodeText(bytes)
  const read = parseAddress(text)
  if (read) requireEqual('an address', formatAddress(read), text)
  readAddress(crypto, text, network)
  const decoded = decodeBase58(text)
  if (decoded) requireEqual('Base58', encodeBase58(decoded), text)
  const amount = parseAmount(text)
  if (amount !== undefined) requireEqual('an amount', parseAmount(formatAmount(amount)), amount)
  const id = parsePaymentId(text)
  aliasName(text)
  for (const alias of aliasAddresses([text])) parseAddress(alias)
  return read !== undefined || decoded !== undefined || amount !== undefined || id !== undefined
}

function drawAddress(draw: Draw): Uint8Array {
  if (draw.oneIn(4)) return utf8ToBytes(amountText(draw))
  if (draw.oneIn(6)) return utf8ToBytes(encodeBase58(draw.bytes(draw.count(40))))
  if (draw.oneIn(6)) {
    const fields = Array.from({ length: draw.count(4) }, () => `${draw.text()}=${draw.text()};`)
    return utf8ToBytes(`oa1:xmr recipient_address=${addressText(draw)};${fields.join(' ')}`)
  }
  return utf8ToBytes(addressText(draw))
}

const languages: WordList[] = []
for await (const list of allLists()) languages.push(list)

async function seed(bytes: Uint8Array): Promise<boolean> {
  const text = decodeText(bytes)
  const [whole, half, poly] = [
    await readSeed(text),
    await readHalfSeed(text),
    await readPolyseed(text),
  ]
  // Prefixes of the oldest list are not unique, and no seed is written in it.
  if ('key' in whole && whole.language.name !== oldLanguageName) {
    const list = languages.find(({ language }) => language === whole.language)!
    const again = await readSeed(writeSeed(whole.key, list))
    if (!('key' in again) || bytesToHex(again.key) !== bytesToHex(whole.key))
      throw new Error('a seed is not written as it was read')
  }
  if ('secret' in poly) {
    const again = await readPolyseed(await writePolyseed(poly), poly.language)
    if (!('secret' in again) || bytesToHex(again.secret) !== bytesToHex(poly.secret))
      throw new Error('a Polyseed is not written as it was read')
  }
  return 'key' in whole || 'key' in half || 'secret' in poly
}

const polyseeds = await Promise.all(
  ['English', 'Japanese', 'French'].map((language, i) =>
    writePolyseed(newPolyseed(new Uint8Array(19).fill(i), 1_700_000_000n, language)),
  ),
)

function drawSeed(draw: Draw): Uint8Array {
  const list = draw.pick(languages)
  const words = draw.oneIn(4)
    ? draw.pick(polyseeds).split(/\s+/)
    : writeSeed(draw.bytes(draw.oneIn(4) ? 16 : 32), list).split(' ')
  const given = words.map((word) => {
    if (!draw.lies()) return word
    return draw.pick([draw.pick(list.words), word.slice(0, 3), word.toUpperCase(), draw.text(), ''])
  })
  if (draw.lies()) given.length = draw.below(given.length)
  return utf8ToBytes(given.join(draw.lies() ? draw.pick(['\u3000', '  ', '\n', ',']) : ' '))
}

function pattern(bytes: Uint8Array): boolean {
  const [text = '', subject = ''] = decodeText(bytes).split('\0')
  const made = attempt(() => new Pattern(text), PatternError)
  made?.matches(subject.slice(0, 200))
  made?.matches('a'.repeat(200))
  return made !== undefined
}

const patternPieces =
  'a b . * + ? | ( ) [ ] [^ - {2} {0,9} {1,} {1000} ^ $ \\ \\d \\b \\1 (?: (?= *? [a-z] [:alpha:] (a*)* (a|a)* 😀'.split(
    ' ',
  )

const drawPattern = (draw: Draw): Uint8Array =>
  utf8ToBytes(
    Array.from({ length: draw.count(12) }, () =>
      draw.pick(draw.oneIn(3) ? ['a', 'b'] : patternPieces),
    ).join('') + `\0${draw.text()}`,
  )

export const textReaders: readonly FuzzedReader[] = [
  {
    name: 'uri',
    reads: '`monero:` URIs: `parseUri`',
    from: 'user',
    inputs: 'addresses with parameters, repeated, unknown and with false escapes; then mutated',
    holds: 'a URI is written so that it is read again, with the same amount',
    share: 40,
    mostSteps: 250,
    input: altered(drawUri),
    read: uri,
  },
  {
    name: 'address',
    reads:
      'addresses, Base58, amounts, payment ids, OpenAlias records: `readAddress`, `decodeBase58`, `parseAmount`, `aliasAddresses`',
    from: 'user',
    inputs:
      'addresses of all kinds and networks with any keys, Base58 of any length, numbers at their limits; then mutated',
    holds: 'each is written as it was read',
    share: 60,
    mostSteps: 400,
    input: altered(drawAddress),
    read: address,
  },
  {
    name: 'seed',
    reads: 'seeds of 25, 13 and 16 words: `readSeed`, `readHalfSeed`, `readPolyseed`',
    from: 'user',
    inputs: 'seeds of every language with words cut, exchanged and in another case; then mutated',
    holds: 'a seed is written so that the same secret is read again',
    share: 3,
    input: altered(drawSeed),
    read: seed,
  },
  {
    name: 'pattern',
    reads: 'patterns of a caller: `Pattern`',
    from: 'client',
    inputs: 'all pieces of regular expressions, nested repetitions, texts to match; then mutated',
    holds: 'a match ends in time linear in the text',
    share: 10,
    input: altered(drawPattern),
    read: pattern,
  },
]
