/**
 * Calls that cannot be compared, and why.
 *
 * @module
 */
import type { MethodName } from './cases.ts'
import type { State } from './wallet-states.ts'

export type LeftOut = { name: MethodName; state: State; why: string }

export const leftOut: readonly LeftOut[] = [
  ...(['full', 'view-only'] as const).flatMap((state) =>
    (['prepare_multisig', 'make_multisig', 'finalize_multisig'] as const).map((name) => ({
      name,
      state,
      why: 'the call would turn the wallet into a multisig wallet',
    })),
  ),
  {
    name: 'finalize_multisig',
    state: 'no wallet',
    why: 'the call crashes 0.18.0.0, which reads a wallet that is not open',
  },
  ...(['export_key_images', 'sign'] as const).map((name) => ({
    name,
    state: 'view-only' as const,
    why: 'the call crashes 0.18.0.0, which signs with a key that it does not have',
  })),
  ...(['joining', 'member'] as const).map((state) => ({
    name: 'sign' as const,
    state,
    why: 'the call crashes 0.18.0.0, which signs with a key that it does not have',
  })),
]

export const isLeftOut = (state: State, name: MethodName): boolean =>
  leftOut.some((one) => one.state === state && one.name === name)
