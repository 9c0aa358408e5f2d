/**
 * A member's page with a scripted worker: it records calls, stores progress, and decides when to answer.
 *
 * @module
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { beginning, magics, type Magic } from '#protocol/interchange/magics.ts'
import {
  emptyProgress,
  formatProgress,
  parseProgress,
  type Progress,
} from '../../../../web/multisig/state/progress.ts'
import type { Session } from '../../../../web/state/session.svelte.ts'
import type { WalletState } from '../../../../web/state/wallet.svelte.ts'

const sealed = (magic: Magic, content: object) =>
  bytesToHex(beginning(magic)) + bytesToHex(utf8ToBytes(JSON.stringify(content)))
const open = (text: string, magic: Magic): unknown => {
  const before = bytesToHex(beginning(magic))
  if (!text.startsWith(before)) return undefined
  return JSON.parse(new TextDecoder().decode(hexToBytes(text.slice(before.length))))
}

/** A payment set, with the members that signed it. `name` stands for its description. */
export const paymentOf = (name: string, ...signed: string[]): string =>
  sealed(magics.multisigSet, { name, signed })
type PaymentSet = { name: string; signed: string[] }
const setIn = (text: string) => open(text, magics.multisigSet) as PaymentSet

/** The multisig info of a member in a round. */
export const infoOf = (from: string, round: number): string =>
  sealed(magics.multisigInfo, { from, round })

const members = ['a', 'b', 'c', 'd']

/** The page of member `own` of a group of four. */
export function memberPage({ own = 'a', threshold = 3 } = {}) {
  const wallets = new Map([
    ['mine', { own, value: '' }],
    ['other', { own: 'd', value: '' }],
  ])
  const group = { multisig: true, ready: true, threshold, total: 4 }
  const wallet = (name: string) =>
    ({
      name,
      group,
      get session() {
        return session
      },
      balance: { multisig_import_needed: false },
      readGroup: async () => {},
      readBalance: async () => {},
      begin: () => {},
    }) as unknown as WalletState
  const script = {
    /** The wallet that is open in the worker; the page is notified later. */
    open: 'mine' as string | undefined,
    asked: [] as [name: string, params: unknown][],
    /** Payment sets that the worker opened, in order. */
    opened: [] as string[],
    /** Runs before the call of that name is answered. */
    before: {} as Record<string, () => unknown>,
    proposed: paymentOf('proposed', own),
  }
  const ofOpen = () => {
    const found = wallets.get(script.open ?? '')
    if (!found) throw new RpcError('NOT_OPEN', 'No wallet file')
    return found
  }
  const setOf = (text: string) => {
    script.opened.push(text)
    return setIn(text)
  }
  const answers = {
    get_attribute() {
      const { value } = ofOpen()
      if (value === '') throw new RpcError('ATTRIBUTE_NOT_FOUND', 'Attribute not found.')
      return { value }
    },
    set_attribute: ({ value }: { value: string }) => void (ofOpen().value = value),
    sign_multisig({ tx_data_hex }: { tx_data_hex: string }) {
      const { name, signed } = setOf(tx_data_hex)
      return { tx_data_hex: paymentOf(name, ...signed, own), tx_hash_list: [] }
    },
    submit_multisig({ tx_data_hex }: { tx_data_hex: string }) {
      setOf(tx_data_hex)
      return { tx_hash_list: ['ff'] }
    },
    transfer_split: () => ({ multisig_txset: script.proposed }),
    export_multisig_info: () => ({ info: infoOf(own, 9) }),
    import_multisig_info: () => ({ n_outputs: 1n }),
    prepare_multisig: () => ({ multisig_info: '' }),
    make_multisig: () => ({ multisig_info: '' }),
    exchange_multisig_keys: () => ({ multisig_info: '' }),
    get_multisig_members: () => ({ group: { own: ofOpen().own, members } }),
    describe_multisig_message({ message }: { message: string }) {
      const outputs = open(message, magics.multisigInfo) as { from: string } | undefined
      if (outputs) return { outputs: { from: outputs.from } }
      const { name, signed } = setOf(message)
      const asked = members.filter((member) => !signed.includes(member))
      const description = { desc: [{ extra: name }], summary: {} }
      return { payment: { signed, asked, description } }
    },
  }
  const call = (name: string) => async (params: unknown) => {
    if (name === 'get_state') return { open: script.open }
    script.asked.push([name, params])
    const { [name]: answer } = answers as Record<string, (params: unknown) => unknown>
    const answered = answer!(params)
    await script.before[name]?.()
    return answered
  }
  const session = {
    wallet: wallet('mine') as WalletState | undefined,
    client: new Proxy({}, { get: (_, name) => call(String(name)) }),
    withoutReload: (task: () => Promise<unknown>) => task(),
  }
  return {
    session: session as unknown as Session,
    script,
    wallet: session.wallet!,
    /** Opens another wallet instead, and notifies the page. */
    switchTo(name: string | undefined) {
      script.open = name
      session.wallet = name === undefined ? undefined : wallet(name)
    },
    storedIn: (name: string): Progress => parseProgress(wallets.get(name)!.value),
    store(change: Partial<Progress>) {
      wallets.get('mine')!.value = formatProgress({ ...emptyProgress, ...change })
    },
    called: (name: string) =>
      script.asked.filter(([each]) => each === name).map(([, params]) => params),
  }
}
