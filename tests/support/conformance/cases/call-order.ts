/**
 * Which methods wait for others, and what is put right after a call so that the next meets the same.
 *
 * @module
 */
import * as methods from '../../../../worker/rpc/methods.ts'
import type { Method } from '../../../../worker/rpc/method.ts'
import { methodNames, type MethodName } from './cases.ts'
import { propose, reopenSeat } from '../multisig-group.ts'
import { reopen, callSide, callBoth } from '../history.ts'
import type { Scene } from '../scene.ts'
import type { State } from './wallet-states.ts'

/** They make or open a wallet. */
const opening: readonly MethodName[] = [
  ...(['create_wallet', 'generate_from_keys', 'restore_deterministic_wallet'] as const),
  ...(['import_keys_file', 'open_wallet'] as const),
]

export const isOpening = (method: string): boolean =>
  opening.some((name) => name === method || (methods[name] as Method).aliases?.includes(method))

/** They forget, or learn what they knew otherwise. */
const changing: readonly MethodName[] = [
  ...(['scan_tx', 'rescan_spent'] as const),
  // What another wallet tells takes the place of what 0.18.0.0 knew itself.
  ...(['import_key_images', 'import_outputs', 'sign_transfer'] as const),
  // And is what it was after this.
  ...(['rescan_blockchain', 'set_daemon', 'change_wallet_password'] as const),
]

const but = (...left: readonly (readonly MethodName[])[]) =>
  methodNames.filter((name) => !left.flat().includes(name))

const last = ['close_wallet', 'stop_wallet'] as const

export const inNoWallet: readonly MethodName[] = but(opening)
export const inFull: readonly MethodName[] = [
  ...but(changing, opening, last),
  ...changing,
  ...(['close_wallet'] as const),
  ...opening,
]
export const inViewOnly: readonly MethodName[] = [
  ...but(changing, opening, last),
  ...changing,
  ...last,
]

const isRefused = (name: MethodName) =>
  (methods[name] as Method).refusedWhen?.includes('restricted')

/** Some of what we refuse on a restricted service 0.18.0.0 does, and has then changed. */
export const inRestricted: readonly MethodName[] = [
  ...methodNames.filter((name) => !isRefused(name)),
  ...methodNames.filter((name) => isRefused(name)),
]

/** What a member is asked while its group exchanges keys. */
export const inJoining: readonly MethodName[] = but(changing, opening, last)

export const inMember: readonly MethodName[] = [
  ...but(changing, opening, last, ['submit_multisig']),
  ...(['submit_multisig'] as const),
  ...changing,
  ...(['close_wallet'] as const),
]

type Undo = { readonly [name in MethodName]?: (scene: Scene) => Promise<unknown> }

const undo: Undo = {
  start_mining: ({ node }) => node.post('/stop_mining', '{}'),
  auto_refresh: (scene) => callBoth(scene, 'auto_refresh', { enable: false }),
  set_log_level: (scene) => callBoth(scene, 'set_log_level', { level: 0 }),
}

/** Rows that both have. */
async function resetBook(scene: Scene) {
  for (const side of ['theirs', 'ours'] as const) {
    const { entries = [] } = await callSide(scene, side, 'get_address_book')
    for (const _ of entries) await callSide(scene, side, 'delete_address_book', { index: 0 })
    for (const address of [scene.names.miner, scene.names.integrated])
      await callSide(scene, side, 'add_address_book', { address, description: 'somebody' })
  }
}

const undoInFull: Undo = {
  ...undo,
  add_address_book: resetBook,
  delete_address_book: resetBook,
  edit_address_book: resetBook,
  set_tx_notes: (scene) =>
    callBoth(scene, 'set_tx_notes', { txids: [scene.names.received], notes: ['groceries'] }),
  // As far as the other looks.
  set_subaddress_lookahead: (scene) =>
    callSide(scene, 'ours', 'set_subaddress_lookahead', {
      password: 'p',
      major_idx: 50,
      minor_idx: 200,
    }),
  // Without a new password there is none.
  change_wallet_password: ({ pair }) =>
    Promise.all(
      [pair.theirs, pair.ours].map(({ ask }) =>
        ask('change_wallet_password', '{"new_password":"p"}'),
      ),
    ),
  close_wallet: reopen,
  set_daemon: (scene) => callBoth(scene, 'set_daemon', theDaemon(scene)),
}

const undoInMember: Undo = {
  ...undoInFull,
  // What was told before is of no use any more, nor is what was signed with.
  export_multisig_info: propose,
  sign_multisig: propose,
  close_wallet: reopenSeat,
}

const theDaemon = ({ node }: Scene) => ({
  address: node.address,
  trusted: true,
  ssl_support: 'disabled',
})

/** What is done after a call, so that the next one meets what it met. */
export const afterEachIn = (state: State): Undo => undoIn[state]

const undoIn: { readonly [state in State]: Undo } = {
  'no wallet': undo,
  restricted: {},
  full: undoInFull,
  'view-only': undoInFull,
  joining: undoInFull,
  member: undoInMember,
}
