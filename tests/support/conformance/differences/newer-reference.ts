/**
 * What v0.18.5.1 answers to methods that 0.18.0.0 lacks, read from its source: nothing here asks our wallet.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp on_set_subaddr_lookahead, on_get_default_fee_priority,
 *   on_setup_background_sync, on_start_background_sync, on_stop_background_sync
 */
import { codes, type Code } from '#protocol/errors.ts'
import { parseJson } from '#protocol/json/json.ts'
import type { Case, MethodName } from '../cases/cases.ts'
import type { Outcome } from './compare.ts'
import type { State } from '../cases/wallet-states.ts'

/** Its params, and the types that `wallet_rpc_server_commands_defs.h` gives them. */
const declared: { readonly [name: string]: { readonly [param: string]: 'text' | 'u32' } } = {
  get_default_fee_priority: {},
  set_subaddress_lookahead: { password: 'text', major_idx: 'u32', minor_idx: 'u32' },
  setup_background_sync: {
    background_sync_type: 'text',
    wallet_password: 'text',
    background_cache_password: 'text',
  },
  start_background_sync: {},
  stop_background_sync: { wallet_password: 'text', seed: 'text', seed_offset: 'text' },
} as const

const refusal = (code: Code, message: string): Outcome => ({
  error: { code: BigInt(codes[code]), message },
})
const failed = (message: string) => refusal('UNKNOWN_ERROR', message)
const done: Outcome = { result: {} }
const wrongPassword = refusal('INVALID_PASSWORD', 'Invalid password.')
const notSetUp = failed('must setup background sync first before using background sync')

/** Of every wallet of the scene. */
const password = 'p'
const ownSeed = '<seed>'

type Given = { readonly [param: string]: string | bigint }

/** The wallet as these methods leave it. */
export class NewerWallet {
  #setUp = 'off'
  #isAway = false

  /** @returns Undefined of a method that 0.18.0.0 has, or that we alone have. */
  answer(state: State, name: MethodName, { params }: Case): Outcome | undefined {
    const types = declared[name]
    if (!types) return undefined
    const given = read(types, params)
    if (!given) return refusal('INVALID_PARAMS', 'Invalid params')
    const isAnyones = name === 'get_default_fee_priority'
    if (state === 'restricted' && !isAnyones)
      return refusal('DENIED', 'Command unavailable in restricted mode.')
    if (state === 'no wallet') return refusal('NOT_OPEN', 'No wallet file')
    // Hardly anything waits on the chain, and its blocks have room.
    if (isAnyones) return { result: { priority: 1n } }
    if (name === 'set_subaddress_lookahead') return lookedAhead(given)
    if (state === 'joining' || state === 'member')
      return failed('Multisig wallet cannot enable background sync')
    if (state === 'view-only')
      return refusal('WATCH_ONLY', 'Watch-only wallet cannot enable background sync')
    if (name === 'setup_background_sync') return this.#setUpAs(given)
    return name === 'start_background_sync' ? this.#start() : this.#stop(given)
  }

  /** @see monero src/wallet/wallet2.h background_sync_type_from_str, wallet2.cpp setup_background_sync */
  #setUpAs({ background_sync_type: type, ...given }: Given): Outcome {
    if (!/^(off|reuse-wallet-password|custom-background-password)$/.test(String(type)))
      return failed('Unknown background sync type')
    if (this.#isAway)
      return failed("Can't set background sync type from an existing background cache")
    if (given.wallet_password !== password) return wrongPassword
    if (type === 'custom-background-password' && given.background_cache_password === password)
      return failed('custom background password must be different than wallet password')
    this.#setUp = String(type)
    return done
  }

  /** @see monero src/wallet/wallet2.cpp start_background_sync */
  #start(): Outcome {
    if (this.#setUp === 'off') return notSetUp
    this.#isAway = true
    return done
  }

  /** @see monero src/wallet/wallet2.cpp stop_background_sync */
  #stop({ wallet_password, seed, seed_offset }: Given): Outcome {
    const words = String(seed).split(' ')
    // One placeholder stands for the 25 words of the wallet.
    if (seed !== '' && seed !== ownSeed && words.length !== 25)
      return failed('Electrum-style word list failed verification')
    if (wallet_password !== password) return wrongPassword
    if (seed !== '' && (seed !== ownSeed || seed_offset !== '')) return failed('invalid spend key')
    if (this.#setUp === 'off') return notSetUp
    this.#isAway = false
    return done
  }
}

/** @see monero src/wallet/wallet2.cpp set_subaddress_lookahead */
function lookedAhead({ password: given, major_idx, minor_idx }: Given): Outcome {
  if (given !== password) return wrongPassword
  if (major_idx === 0n) return failed('Subaddress major lookahead may not be zero')
  if (minor_idx === 0n) return failed('Subaddress minor lookahead may not be zero')
  return done
}

/** Undefined where one is not of its type; what is absent, or null, is empty. */
function read(types: { readonly [param: string]: 'text' | 'u32' }, params: Case['params']) {
  const given: { [param: string]: string | bigint } = {}
  for (const [param, type] of Object.entries(types)) {
    const text = params[param] ?? 'null'
    const isAbsent = text === 'null'
    if (type === 'text') {
      if (!isAbsent && !text.startsWith('"')) return undefined
      given[param] = isAbsent ? '' : (parseJson(text) as string)
    } else {
      if (!isAbsent && !(/^\d+$/.test(text) && BigInt(text) < 2n ** 32n)) return undefined
      given[param] = isAbsent ? 0n : BigInt(text)
    }
  }
  return given
}
