import type { WalletState } from './wallet.svelte.ts'

/**
 * State that lives as long as an open wallet: always the same object for the same wallet.
 *
 * A derived value that is made in a component stops when the component is removed. So the object is made outside of
 * all components.
 */
export function ofWallet<State>(make: (wallet: WalletState) => State) {
  const states = new WeakMap<WalletState, State>()
  return (wallet: WalletState): State => {
    let state = states.get(wallet)
    if (state !== undefined) return state
    $effect.root(() => void (state = make(wallet)))
    // Unit tests run Svelte as on a server, where an effect never runs and nothing is removed.
    state ??= make(wallet)
    states.set(wallet, state)
    return state
  }
}
