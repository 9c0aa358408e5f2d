/**
 * In what our answers differ from those of monero-wallet-rpc 0.18.0.0, and why: by rule, and nothing else.
 *
 * A rule that explains nothing fails the run, as a difference without a rule does.
 *
 * @module
 */
import type { Outcome } from './compare.ts'
import { isUnrepeated } from './echoed-input.ts'
import { groupRules } from './multisig-rules.ts'
import { isDone, isRefused, isSame, refused, resultOf, said, says } from './outcomes.ts'
import type { Reading } from './params-read-differently.ts'
import type { Asked, Rule } from './rule.ts'

/** Whether 0.18.0.0 answers as if a strange param were not there. */
const isUnread =
  (kind: Reading['kind']) =>
  (theirs: Outcome, { name, read }: Asked): boolean =>
    read?.kind === kind && isSame(name, theirs, read.theirs)

/** Whether the one recipient gets less by the fee than without the param. */
function hasPaidFee({ theirs, ours }: Asked): boolean {
  if (!isDone(theirs) || !isDone(ours)) return false
  const [there, here] = [resultOf(theirs), resultOf(ours)]
  return here.amount + here.fee === there.amount
}

/** Whether a payment was made: one transaction, or several, each with a fee. */
function hasPaid(ours: Outcome): boolean {
  const { fee, fee_list = [fee] } = resultOf(ours)
  return fee_list.length > 0 && fee_list.every((each: unknown) => typeof each === 'bigint')
}

/** What a call of ours about key files answers, by what it is given and which wallet is open. */
function answersKeyFile(ours: Outcome, { name, one, state }: Asked): boolean {
  const { password, keys_file } = one.params
  if (state === 'restricted') return refused(ours, 'DENIED')
  if (name === 'import_keys_file')
    return keys_file === undefined
      ? refused(ours, 'BAD_HEX')
      : said(ours) === 'Failed to open wallet : Invalid password.'
  if (state === 'no wallet') return refused(ours, 'NOT_OPEN')
  if (password !== '"p"') return refused(ours, 'INVALID_PASSWORD')
  if (state === 'joining' || state === 'member')
    return said(ours) === 'Key files of multisig wallets are not written here'
  return /^([0-9a-f]{2}){100,}$/.test(resultOf(ours).keys_file)
}

/** What `resend_tx` answers where no payment waits for a block. */
function refusesResend(ours: Outcome, { one, state }: Asked): boolean {
  if (state === 'restricted') return refused(ours, 'DENIED')
  if (state === 'no wallet') return refused(ours, 'NOT_OPEN')
  return one.params.txid === undefined
    ? said(ours) === 'TX ID has invalid format'
    : said(ours) === 'No payment with this transaction id waits for a block'
}

export const rules: readonly Rule[] = [
  ...groupRules,
  {
    why: '0.18.0.0 does not have it; what v0.18.5.1 answers, as its source has it',
    theirs: isRefused('METHOD_NOT_FOUND'),
    ours: (ours, { name, expected }) => expected !== undefined && isSame(name, expected, ours),
  },
  {
    why: 'we alone have it; `tests/interop/key-files.test.ts` sees what it does',
    applies: ({ name }) => ['export_keys_file', 'import_keys_file'].includes(name),
    theirs: isRefused('METHOD_NOT_FOUND'),
    ours: answersKeyFile,
  },
  {
    why: 'we alone have it; `tests/interop/bad-daemon.test.ts` sends a payment again',
    applies: ({ name }) => name === 'resend_tx',
    theirs: isRefused('METHOD_NOT_FOUND'),
    ours: refusesResend,
  },
  {
    why: 'v0.18.5.1 refuses it on a restricted service (`wallet_rpc_server.cpp` `CHECK_IF_RESTRICTED_BACKGROUND_SYNCING`)',
    applies: ({ state }) => state === 'restricted',
    theirs: (theirs) => !refused(theirs, 'DENIED') && !refused(theirs, 'METHOD_NOT_FOUND'),
    ours: isRefused('DENIED'),
  },
  {
    why: 'version 1.3, as section 9 of the specification has it',
    applies: ({ name }) => name === 'get_version',
    theirs: (theirs) => resultOf(theirs).version === 65_561n,
    ours: (ours) => resultOf(ours).version === 65_539n,
  },
  {
    why: 'a payment id that is none is refused; 0.18.0.0 does not read it',
    applies: ({ read }) => read?.param === 'add_address_book.payment_id',
    theirs: isUnread('new'),
    ours: isRefused('WRONG_PAYMENT_ID'),
  },
  {
    why: 'a recipient pays the fee; 0.18.0.0 does not read who is to',
    applies: ({ read }) => read?.param === 'transfer.subtract_fee_from_outputs',
    theirs: isUnread('new'),
    ours: (ours, asked) =>
      hasPaidFee(asked) || said(ours)?.startsWith('subtractfeefrom: bad index: ') === true,
  },
  {
    why: 'what is no list is read as its one element; 0.18.0.0 leaves it out of account (`portable_storage.h` `get_first_value`)',
    theirs: isUnread('no list'),
    ours: (ours, { name, read }) => isSame(name, ours, read!.ours),
  },
  {
    why: 'what is no object is refused; 0.18.0.0 leaves it out of account',
    theirs: isUnread('no object'),
    ours: isRefused('INVALID_PARAMS'),
  },
  {
    why: 'a message says the same, but for what was given, which it does not repeat',
    theirs: (theirs) => refused(theirs, 'WRONG_ADDRESS') || refused(theirs, 'WRONG_URI'),
    ours: (ours, { theirs, given }) =>
      (['WRONG_ADDRESS', 'WRONG_URI'] as const).some(
        (code) => refused(theirs, code) && refused(ours, code),
      ) && isUnrepeated(said(theirs)!, said(ours)!, given),
  },
  {
    why: 'v0.18.5.1 makes up to 65536 addresses at once (`wallet_rpc_server.cpp` `on_create_address`)',
    theirs: says('Count must be between 1 and 64.'),
    ours: says('Count must be between 1 and 65536.'),
  },
  {
    why: 'a payment id of 16 digits is sent encrypted, as the specification has it',
    applies: ({ one }) => one.params.payment_id === '"1111111111111111"',
    theirs: isRefused('WRONG_PAYMENT_ID'),
    ours: hasPaid,
  },
  {
    why: 'v0.18.5.1 refuses unlock times other than 0 (`wallet_rpc_server.cpp` `on_transfer`)',
    applies: ({ one }) => !['0', undefined].includes(one.params.unlock_time),
    theirs: (theirs) => !refused(theirs, 'NONZERO_UNLOCK_TIME'),
    ours: isRefused('NONZERO_UNLOCK_TIME'),
  },
  {
    why: 'the names of priorities work too, as the specification has it',
    applies: ({ one }) => one.params.priority === '"normal"',
    theirs: isRefused('INVALID_PARAMS'),
    ours: hasPaid,
  },
  {
    why: 'more outputs than a transaction can have are refused before its proofs are made',
    theirs: says('sv/gamma are too large'),
    ours: says('transaction was not constructed'),
  },
  {
    why: 'keys of another address are refused, as in a file of `--generate-from-json` (`wallet2.cpp` `generate_from_json`)',
    applies: ({ name }) => name === 'generate_from_keys',
    theirs: (theirs) => /^4\w{94}$/.test(resultOf(theirs).address),
    ours: (ours) => /^(view|spend) key does not match standard address$/.test(said(ours) ?? ''),
  },
  {
    why: 'says why it cannot be opened, as v0.18.5.1 does (`wallet_rpc_server.cpp` `handle_rpc_exception`)',
    theirs: says('Failed to open wallet'),
    ours: (ours) => said(ours)?.startsWith('Failed to open wallet : ') === true,
  },
  {
    why: 'v0.18.5.1 refuses it (`wallet2.cpp` `import_outputs`)',
    theirs: (theirs) => resultOf(theirs).num_imported > 0n,
    ours: says('Failed to import outputs: Hot wallets cannot import outputs'),
  },
  {
    why: 'nothing to sweep makes no set, as the specification has it; the reference gives others an empty one to sign',
    applies: ({ name, state }) => name === 'sweep_dust' && ['view-only', 'member'].includes(state),
    theirs: (theirs, { state }) =>
      resultOf(theirs)[state === 'member' ? 'multisig_txset' : 'unsigned_txset']?.length > 0,
    ours: (ours) => resultOf(ours).multisig_txset === '' && resultOf(ours).unsigned_txset === '',
  },
  {
    why: 'says what is wrong where 0.18.0.0 repeats an exception of its C++ library',
    applies: ({ name }) => name === 'check_tx_proof',
    theirs: (theirs) => said(theirs)?.startsWith('basic_string::substr') === true,
    ours: says('Signature header check error'),
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
