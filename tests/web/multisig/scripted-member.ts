/**
 * A member of a group whose worker is scripted: what it is asked, what its wallets keep, when it answers.
 *
 * @module
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { beginning, magics, type Magic } from '#protocol/interchange/magics.ts'
import type { HandedOn } from '../../../worker/hosts/host.ts'
import { keptOf, nothingKept, type Kept } from '../../../web/multisig/progress.ts'
import { stringifyJson } from '#protocol/json.ts'
import type { Session } from '../../../web/state/session.svelte.ts'
import type { WalletState } from '../../../web/state/wallet.svelte.ts'

const sealed = (magic: Magic, content: object) =>
  bytesToHex(beginning(magic)) + bytesToHex(utf8ToBytes(JSON.stringify(content)))
const opened = (text: string, magic: Magic): unknown => {
  const before = bytesToHex(beginning(magic))
  if (!text.startsWith(before)) return undefined
  return JSON.parse(new TextDecoder().decode(hexToBytes(text.slice(before.length))))
}

/** A payment that some signed. What is the same of it is `what`. */
export const paymentOf = (what: string, ...signed: string[]): string =>
  sealed(magics.multisigSet, { what, signed })
type Set = { what: string; signed: string[] }
const setOf = (text: string) => opened(text, magics.multisigSet) as Set

/** What one told in a turn. */
export const toldBy = (from: string, turn: number): string =>
  sealed(magics.multisigInfo, { from, turn })

export const members = ['a', 'b', 'c', 'd']

/** Members `own` at a page, `a` where it is left out. */
export function memberPage({ own = 'a', threshold = 3 } = {}) {
  const wallets = new Map([
    ['mine', { own, value: '' }],
    ['other', { own: 'd', value: '' }],
  ])
  const group = { multisig: true, ready: true, threshold, total: 4 }
  const wallet = (name: string) =>
    ({
      ...{ name, group, balance: { multisig_import_needed: false } },
      ...{ readGroup: async () => {}, readBalance: async () => {}, begin: () => {} },
    }) as unknown as WalletState
  const script = {
    /** Open in the worker, which knows it before the page does. */
    open: 'mine' as string | undefined,
    asked: [] as [name: string, params: unknown][],
    /** What happens before a call is answered. */
    before: {} as Record<string, () => unknown>,
    proposed: paymentOf('proposed', own),
  }
  const ofOpen = () => {
    const found = wallets.get(script.open ?? '')
    if (!found) throw new RpcError('NOT_OPEN', 'No wallet file')
    return found
  }
  const answers = {
    get_attribute() {
      const { value } = ofOpen()
      if (value === '') throw new RpcError('ATTRIBUTE_NOT_FOUND', 'Attribute not found.')
      return { value }
    },
    set_attribute: ({ value }: { value: string }) => void (ofOpen().value = value),
    describe_transfer: ({ multisig_txset }: { multisig_txset: string }) => ({
      ...{ desc: [{ extra: setOf(multisig_txset).what }], summary: {} },
    }),
    sign_multisig({ tx_data_hex }: { tx_data_hex: string }) {
      const { what, signed } = setOf(tx_data_hex)
      return { tx_data_hex: paymentOf(what, ...signed, own), tx_hash_list: [] }
    },
    submit_multisig: () => ({ tx_hash_list: ['ff'] }),
    transfer_split: () => ({ multisig_txset: script.proposed }),
    export_multisig_info: () => ({ info: toldBy(own, 9) }),
    import_multisig_info: () => ({ n_outputs: 1n }),
    prepare_multisig: () => ({ multisig_info: '' }),
    make_multisig: () => ({ multisig_info: '' }),
    exchange_multisig_keys: () => ({ multisig_info: '' }),
  }
  const call = (name: string) => async (params: unknown) => {
    script.asked.push([name, params])
    const { [name]: answer } = answers as Record<string, (params: unknown) => unknown>
    const answered = answer!(params)
    await script.before[name]?.()
    return answered
  }
  const session = {
    wallet: wallet('mine') as WalletState | undefined,
    client: new Proxy({}, { get: (_, name) => call(String(name)) }),
    host: {
      state: async () => ({ open: script.open }),
      group: async () => ({ own: ofOpen().own, members }),
      async handedOn(text: string): Promise<HandedOn | undefined> {
        const told = opened(text, magics.multisigInfo) as { from: string } | undefined
        if (told) return { kind: 'outputs', from: told.from }
        const { signed } = setOf(text)
        const asked = members.filter((member) => !signed.includes(member))
        return { kind: 'payment', signed, asked }
      },
    },
    undisturbed: (task: () => Promise<unknown>) => task(),
  }
  return {
    ...{ session: session as unknown as Session, script },
    wallet: session.wallet!,
    /** Another wallet is opened in its place; the page has heard of it. */
    switchTo(name: string | undefined) {
      script.open = name
      session.wallet = name === undefined ? undefined : wallet(name)
    },
    keptIn: (name: string): Kept => keptOf(wallets.get(name)!.value),
    keep(change: Partial<Kept>) {
      wallets.get('mine')!.value = stringifyJson({ ...nothingKept, ...change })
    },
    called: (name: string) =>
      script.asked.filter(([each]) => each === name).map(([, params]) => params),
  }
}
