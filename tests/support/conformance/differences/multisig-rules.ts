/**
 * In what a member of a multisig group is answered otherwise, and why.
 *
 * @module
 */
import { asOnWire } from '../../wallet-comparison/comparable-answers.ts'
import type { Result } from '../../programs/monerod.ts'
import type { Outcome } from './compare.ts'
import type { Rule } from './rules.ts'
import { isSame, refused, said } from './outcomes.ts'

export const groupRules: readonly Rule[] = [
  {
    why: 'multisig is experimental, and refused until it is enabled; 0.18.0.0 refuses the step after this one',
    explains: ({ name, theirs, ours }) =>
      name === 'prepare_multisig' && 'result' in theirs && refused(ours, 'DISABLED'),
  },
  {
    why: 'a wallet whose keys are half exchanged gives no address: what is paid to one is lost',
    explains: ({ name, state, theirs, ours }) =>
      state === 'joining' &&
      (isSame(name, withoutAddresses(theirs), ours) ||
        (['make_integrated_address', 'start_mining'].includes(name) &&
          'result' in theirs &&
          'error' in ours)),
  },
  {
    why: 'a wallet whose keys are half exchanged pays nothing, whatever it has',
    explains: ({ name, state, ours }) =>
      state === 'joining' &&
      /^(transfer|sweep_)/.test(name) &&
      said(ours) === 'This wallet is multisig, but not yet finalized',
  },
  {
    why: 'without messages the last one of its own is given again, in case it was lost',
    explains: ({ name, one, ours }) =>
      name === 'exchange_multisig_keys' &&
      [undefined, 'null', '[]'].includes(one.params.multisig_info) &&
      'result' in ours,
  },
  {
    why: 'does the last exchange, as the specification has it; 0.18.0.0 fails without a word',
    explains: ({ name, theirs }) => name === 'finalize_multisig' && said(theirs) === '',
  },
  {
    why: 'in the words of v0.18.5.1 (`multisig_kex_msg.cpp`, `multisig_account_kex_impl.cpp`)',
    explains: ({ theirs, ours }) =>
      [
        ['Kex message unexpectedly empty.', 'Kex message unexpectedly small.'],
        ["don't line up with multisig signer set.", "don't line up with multisig signer set (num"],
      ].some(([there, here]) => said(theirs)?.includes(there!) && said(ours)?.includes(here!)),
  },
  {
    why: 'a member of a group has a part of its secrets alone, with which nothing is signed or proven',
    explains: ({ name, ours }) =>
      ['export_key_images', 'get_spend_proof'].includes(name) &&
      said(ours)?.includes('of a multisig group') === true,
  },
  {
    why: 'the shares of a member stand in its seed in any order, which is chance in the reference',
    explains: ({ name, one, theirs, ours }) =>
      name === 'query_key' &&
      one.params.key_type === '"mnemonic"' &&
      piecesOf(theirs).join() === piecesOf(ours).join(),
  },
]

/** Keys in the seed of a member, in order; behind two numbers of four bytes. */
function piecesOf(outcome: Outcome): string[] {
  const { key = '' } = 'result' in outcome ? (outcome.result as Result) : {}
  return [key.slice(0, 16), ...(key.slice(16).match(/.{64}/g) ?? [])].sort()
}

function withoutAddresses(outcome: Outcome): Outcome {
  const blank = (value: unknown): unknown => {
    if (typeof value === 'string') return /^[48]\w{94}$/.test(value) ? '' : value
    if (Array.isArray(value)) return value.map(blank)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, blank(each)]))
  }
  return asOnWire(blank(outcome)) as Outcome
}
