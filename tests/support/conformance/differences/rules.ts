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

/** What `resend_tx` and `abandon_tx` answer for an unknown transaction. */
function refusesTransaction(ours: Outcome, { one, state }: Asked, message: string): boolean {
  if (state === 'restricted') return refused(ours, 'DENIED')
  if (state === 'no wallet') return refused(ours, 'NOT_OPEN')
  return one.params.txid === undefined
    ? said(ours) === 'TX ID has invalid format'
    : said(ours) === message
}

/** What `verify_history` answers, which requests nothing here. */
function answersHistory(ours: Outcome, { state }: Asked): boolean {
  if (state === 'restricted') return refused(ours, 'DENIED')
  if (state === 'no wallet') return refused(ours, 'NOT_OPEN')
  const { blocks_left, unverified_payments } = resultOf(ours)
  return blocks_left >= 0n && unverified_payments >= 0n
}

export const rules: readonly Rule[] = [
  ...groupRules,
  {
    why: '0.18.0.0 lacks the method; our answer is that of the source of v0.18.5.1',
    theirs: isRefused('METHOD_NOT_FOUND'),
    ours: (ours, { name, expected }) => expected !== undefined && isSame(name, expected, ours),
  },
  {
    why: 'the method exists only in our wallet; `tests/interop/key-files.test.ts` tests it',
    applies: ({ name }) => ['export_keys_file', 'import_keys_file'].includes(name),
    theirs: isRefused('METHOD_NOT_FOUND'),
    ours: answersKeyFile,
  },
  {
    why: 'the method exists only in our wallet; `tests/interop/bad-daemon.test.ts` tests it',
    applies: ({ name }) => name === 'resend_tx',
    theirs: isRefused('METHOD_NOT_FOUND'),
    ours: (ours, asked) =>
      refusesTransaction(ours, asked, 'No payment with this transaction id waits for a block'),
  },
  {
    why: 'the method exists only in our wallet; `tests/interop/bad-daemon.test.ts` tests it',
    applies: ({ name }) => name === 'abandon_tx',
    theirs: isRefused('METHOD_NOT_FOUND'),
    ours: (ours, asked) =>
      refusesTransaction(ours, asked, 'No refused payment with this transaction id could be mined'),
  },
  {
    why: 'the method exists only in our wallet; `tests/interop/verify-history.test.ts` tests it',
    applies: ({ name }) => name === 'verify_history',
    theirs: isRefused('METHOD_NOT_FOUND'),
    ours: answersHistory,
  },
  {
    why: 'v0.18.5.1 refuses the call on a restricted service (`wallet_rpc_server.cpp` `CHECK_IF_RESTRICTED_BACKGROUND_SYNCING`)',
    applies: ({ state }) => state === 'restricted',
    theirs: (theirs) => !refused(theirs, 'DENIED') && !refused(theirs, 'METHOD_NOT_FOUND'),
    ours: isRefused('DENIED'),
  },
  {
    why: 'our answer is version 1.3, as section 9 of the specification requires',
    applies: ({ name }) => name === 'get_version',
    theirs: (theirs) => resultOf(theirs).version === 65_561n,
    ours: (ours) => resultOf(ours).version === 65_539n,
  },
  {
    why: 'our wallet refuses an invalid payment id; 0.18.0.0 ignores it',
    applies: ({ read }) => read?.param === 'add_address_book.payment_id',
    theirs: isUnread('new'),
    ours: isRefused('WRONG_PAYMENT_ID'),
  },
  {
    why: 'our wallet subtracts the fee from the named recipients; 0.18.0.0 ignores the param',
    applies: ({ read }) => read?.param === 'transfer.subtract_fee_from_outputs',
    theirs: isUnread('new'),
    ours: (ours, asked) =>
      hasPaidFee(asked) || said(ours)?.startsWith('subtractfeefrom: bad index: ') === true,
  },
  {
    why: 'our wallet reads a single value as a list of one element; 0.18.0.0 ignores it (`portable_storage.h` `get_first_value`)',
    theirs: isUnread('no list'),
    ours: (ours, { name, read }) => isSame(name, ours, read!.ours),
  },
  {
    why: 'our wallet refuses a value that is not an object; 0.18.0.0 ignores it',
    theirs: isUnread('no object'),
    ours: isRefused('INVALID_PARAMS'),
  },
  {
    why: 'our error message does not repeat the given value; otherwise it is the same',
    theirs: (theirs) => refused(theirs, 'WRONG_ADDRESS') || refused(theirs, 'WRONG_URI'),
    ours: (ours, { theirs, given }) =>
      (['WRONG_ADDRESS', 'WRONG_URI'] as const).some(
        (code) => refused(theirs, code) && refused(ours, code),
      ) && isUnrepeated(said(theirs)!, said(ours)!, given),
  },
  {
    why: 'v0.18.5.1 creates up to 65536 addresses in one call (`wallet_rpc_server.cpp` `on_create_address`)',
    theirs: says('Count must be between 1 and 64.'),
    ours: says('Count must be between 1 and 65536.'),
  },
  {
    why: 'our wallet sends a payment id of 16 digits encrypted, as the specification requires',
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
    why: 'our wallet accepts names of priorities too, as the specification requires',
    applies: ({ one }) => one.params.priority === '"normal"',
    theirs: isRefused('INVALID_PARAMS'),
    ours: hasPaid,
  },
  {
    why: 'our wallet refuses too many outputs before it makes the proofs',
    theirs: says('sv/gamma are too large'),
    ours: says('transaction was not constructed'),
  },
  {
    why: 'our wallet refuses keys that do not belong to the address, as v0.18.5.1 does for `--generate-from-json` (`wallet2.cpp` `generate_from_json`)',
    applies: ({ name }) => name === 'generate_from_keys',
    theirs: (theirs) => /^4\w{94}$/.test(resultOf(theirs).address),
    ours: (ours) => /^(view|spend) key does not match standard address$/.test(said(ours) ?? ''),
  },
  {
    why: 'the error gives the cause, as in v0.18.5.1 (`wallet_rpc_server.cpp` `handle_rpc_exception`)',
    theirs: says('Failed to open wallet'),
    ours: (ours) => said(ours)?.startsWith('Failed to open wallet : ') === true,
  },
  {
    why: 'v0.18.5.1 refuses the call (`wallet2.cpp` `import_outputs`)',
    theirs: (theirs) => resultOf(theirs).num_imported > 0n,
    ours: says('Failed to import outputs: Hot wallets cannot import outputs'),
  },
  {
    why: 'without dust our wallet returns no unsigned set, as the specification requires; the reference returns an empty one',
    applies: ({ name, state }) => name === 'sweep_dust' && ['view-only', 'member'].includes(state),
    theirs: (theirs, { state }) =>
      resultOf(theirs)[state === 'member' ? 'multisig_txset' : 'unsigned_txset']?.length > 0,
    ours: (ours) => resultOf(ours).multisig_txset === '' && resultOf(ours).unsigned_txset === '',
  },
  {
    why: 'our error names the cause; 0.18.0.0 returns the text of a C++ exception',
    applies: ({ name }) => name === 'check_tx_proof',
    theirs: (theirs) => said(theirs)?.startsWith('basic_string::substr') === true,
    ours: says('Signature header check error'),
  },
]

/** Fields that our answers have beside those of 0.18.0.0, by `METHOD.PATH` or by path, and why. */
export const moreFields: { readonly [path: string]: string } = {
  'get_version.release': 'v0.18.5.1 has the field',
  amounts_by_dest: 'v0.18.5.1 has the field',
  amounts_by_dest_list: 'v0.18.5.1 has the field',
  'describe_transfer.desc[].sources': 'v0.18.5.1 has the field',
  'describe_transfer.desc[].weight': 'required by the specification of wire behaviour',
  'label_account.account_tags': 'required by the specification',
  'incoming_transfers.transfers[].tx_size': 'required by the specification',
  'get_address_book.entries[].payment_id': 'required by the specification',
}
