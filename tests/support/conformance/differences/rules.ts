/**
 * In what our answers differ from those of monero-wallet-rpc 0.18.0.0, and why: by rule, and nothing else.
 *
 * A rule says whom it is about, what we answer, and where that is settled. A rule that explains nothing
 * fails the run, as a difference without a rule does.
 *
 * @module
 */
import type { Result } from '../../programs/monerod.ts'
import type { Case, MethodName } from '../cases/cases.ts'
import type { Outcome } from './compare.ts'
import type { Reading } from './params-read-differently.ts'
import type { Side } from '../both-wallets.ts'
import { groupRules } from './multisig-rules.ts'
import { isSame, refused, said } from './outcomes.ts'
import { isUnrepeated } from './echoed-input.ts'
import type { State } from '../cases/wallet-states.ts'

/** One call and what both answered. */
export type Asked = {
  /** As its file is named. */
  name: MethodName
  one: Case
  state: State
  /** JSON of its params as the reference was sent them. */
  given: string
  theirs: Outcome
  ours: Outcome
  /** What a newer wallet answers to a method that 0.18.0.0 lacks. */
  expected?: Outcome | undefined
  /** Where a param is strange and the answers differ: what each answers to the call as it reads it. */
  read?: Pick<Reading, 'kind' | 'param'> & { readonly [side in Side]: Outcome }
}

export type Rule = {
  /** As the table of conformance says it. */
  why: string
  explains: (asked: Asked) => boolean
}

/** Whether 0.18.0.0 answers as if a strange param were not there. */
const isUnread = ({ name, theirs, read }: Asked, kind: Reading['kind']) =>
  read?.kind === kind && isSame(name, theirs, read.theirs)

/** Whether the one recipient gets less by the fee than without the param. */
function hasPaidFee({ theirs, ours }: Asked): boolean {
  if (!('result' in theirs && 'result' in ours)) return false
  const [there, here] = [theirs.result as Result, ours.result as Result]
  return here.amount + here.fee === there.amount
}

export const rules: readonly Rule[] = [
  ...groupRules,
  {
    why: '0.18.0.0 does not have it; what v0.18.5.1 answers, as its source has it',
    explains: ({ name, theirs, ours, expected }) =>
      refused(theirs, 'METHOD_NOT_FOUND') && expected !== undefined && isSame(name, expected, ours),
  },
  {
    why: 'we alone have it; `tests/interop/key-files.test.ts` sees what it does',
    explains: ({ name, theirs }) =>
      refused(theirs, 'METHOD_NOT_FOUND') &&
      ['export_keys_file', 'import_keys_file'].includes(name),
  },
  {
    why: 'v0.18.5.1 refuses it on a restricted service (`wallet_rpc_server.cpp` `CHECK_IF_RESTRICTED_BACKGROUND_SYNCING`)',
    explains: ({ state, theirs, ours }) =>
      state === 'restricted' && refused(ours, 'DENIED') && !refused(theirs, 'DENIED'),
  },
  {
    why: 'version 1.3, as section 9 of the specification has it',
    explains: ({ name, ours }) =>
      name === 'get_version' && 'result' in ours && (ours.result as Result).version === 65_539n,
  },
  {
    why: 'a payment id that is none is refused; 0.18.0.0 does not read it',
    explains: (asked) =>
      isUnread(asked, 'new') &&
      asked.read?.param === 'add_address_book.payment_id' &&
      refused(asked.ours, 'WRONG_PAYMENT_ID'),
  },
  {
    why: 'a recipient pays the fee; 0.18.0.0 does not read who is to',
    explains: (asked) =>
      isUnread(asked, 'new') &&
      asked.read?.param === 'transfer.subtract_fee_from_outputs' &&
      (hasPaidFee(asked) || said(asked.ours)?.startsWith('subtractfeefrom: bad index: ') === true),
  },
  {
    why: 'what is no list is read as its one element; 0.18.0.0 leaves it out of account (`portable_storage.h` `get_first_value`)',
    explains: (asked) =>
      isUnread(asked, 'no list') && isSame(asked.name, asked.ours, asked.read!.ours),
  },
  {
    why: 'what is no object is refused; 0.18.0.0 leaves it out of account',
    explains: (asked) => isUnread(asked, 'no object') && refused(asked.ours, 'INVALID_PARAMS'),
  },
  {
    why: 'a message says the same, but for what was given, which it does not repeat',
    explains: ({ theirs, ours, given }) =>
      (['WRONG_ADDRESS', 'WRONG_URI'] as const).some(
        (code) =>
          refused(theirs, code) &&
          refused(ours, code) &&
          isUnrepeated(said(theirs)!, said(ours)!, given),
      ),
  },
  {
    why: 'v0.18.5.1 makes up to 65536 addresses at once (`wallet_rpc_server.cpp` `on_create_address`)',
    explains: ({ ours }) => said(ours) === 'Count must be between 1 and 65536.',
  },
  {
    why: 'a payment id of 16 digits is sent encrypted, as the specification has it',
    explains: ({ one, theirs, ours }) =>
      one.params.payment_id === '"1111111111111111"' &&
      refused(theirs, 'WRONG_PAYMENT_ID') &&
      'result' in ours,
  },
  {
    why: 'the names of priorities work too, as the specification has it',
    explains: ({ one, ours }) => one.params.priority === '"normal"' && 'result' in ours,
  },
  {
    why: 'more outputs than a transaction can have are refused before its proofs are made',
    explains: ({ theirs, ours }) =>
      said(theirs) === 'sv/gamma are too large' && said(ours) === 'transaction was not constructed',
  },
  {
    why: 'keys of another address are refused, as in a file of `--generate-from-json` (`wallet2.cpp` `generate_from_json`)',
    explains: ({ ours }) => said(ours)?.endsWith('key does not match standard address') === true,
  },
  {
    why: 'says why it cannot be opened, as v0.18.5.1 does (`wallet_rpc_server.cpp` `handle_rpc_exception`)',
    explains: ({ theirs, ours }) =>
      said(theirs) === 'Failed to open wallet' &&
      said(ours)?.startsWith('Failed to open wallet : ') === true,
  },
  {
    why: 'v0.18.5.1 refuses it (`wallet2.cpp` `import_outputs`)',
    explains: ({ ours }) =>
      said(ours) === 'Failed to import outputs: Hot wallets cannot import outputs',
  },
  {
    why: 'nothing to sweep makes no set, as the specification has it; the reference gives others an empty one to sign',
    explains: ({ name, state, ours }) =>
      name === 'sweep_dust' && ['view-only', 'member'].includes(state) && 'result' in ours,
  },
  {
    why: 'says what is wrong where 0.18.0.0 repeats an exception of its C++ library',
    explains: ({ theirs, ours }) =>
      said(theirs)?.startsWith('basic_string::substr') === true && 'error' in ours,
  },
]

/** Fields that our answers have beside those of 0.18.0.0, by `METHOD.PATH` or by path, and why. */
export const moreFields: { readonly [path: string]: string } = {
  'get_version.release': 'v0.18.5.1 has it',
  amounts_by_dest: 'v0.18.5.1 has it',
  amounts_by_dest_list: 'v0.18.5.1 has it',
  'describe_transfer.desc[].sources': 'v0.18.5.1 has it',
  'describe_transfer.desc[].weight': 'named in the specification of the wire',
  'label_account.account_tags': 'the specification has it',
  'incoming_transfers.transfers[].tx_size': 'the specification has it',
  'get_address_book.entries[].payment_id': 'the specification has it',
}
