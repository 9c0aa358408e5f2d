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
      why: 'it would make the wallet a multisig one',
    })),
  ),
  {
    name: 'finalize_multisig',
    state: 'no wallet',
    why: 'it ends 0.18.0.0, which looks into a wallet that there is not',
  },
  ...(['export_key_images', 'sign'] as const).map((name) => ({
    name,
    state: 'view-only' as const,
    why: 'it ends 0.18.0.0, which signs with a key that there is not',
  })),
  ...(['joining', 'member'] as const).map((state) => ({
    name: 'sign' as const,
    state,
    why: 'it ends 0.18.0.0, which signs with a key that there is not',
  })),
]

export const isLeftOut = (state: State, name: MethodName): boolean =>
  leftOut.some((one) => one.state === state && one.name === name)
