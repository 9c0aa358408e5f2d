/**
 * Opens the same wallet in every program, on one chain.
 *
 * @module
 */
import { chainNode } from './chain/node.ts'
import { keptChain } from './chain/kept.ts'
import type { ChainForm } from './chain/form.ts'
import { nativeWallet } from './programs/native.ts'
import { chromiumWallet, type ChromiumWallet } from './programs/ours-chromium.ts'
import { ourNodeWallet } from './programs/ours-node.ts'
import { hasWalletRpc, restore, type BenchWallet } from './programs/wallet.ts'
import { row, type Goal, type Row } from './row.ts'
import { startServer } from './server.ts'
import { medianOf } from './statistics.ts'

export type Wallets = {
  chromium: ChromiumWallet
  node: BenchWallet
  /** Undefined if monero-wallet-rpc is not installed. */
  native: BenchWallet | undefined
}

/** The available wallets, by their names in rows. */
export const named = ({ chromium, node, native }: Wallets): [string, BenchWallet][] => [
  ...(native ? [['monero-wallet-rpc', native] as [string, BenchWallet]] : []),
  ['Chromium', chromium],
  ['Node', node],
]

/** Addresses of the page and the daemon. */
export type Place = { url: string; address: string }

/**
 * Opens wallets of the bench at `place`, before their first refresh; `close` closes all of them.
 *
 * If one fails to open, those before it are closed.
 *
 * @param native - Whether to include monero-wallet-rpc, if it is installed.
 */
export async function openWallets(
  place: Place,
  { native = true } = {},
): Promise<Wallets & { close: () => Promise<void> }> {
  const opened: BenchWallet[] = []
  const close = async () => {
    for (const wallet of opened) await wallet.close()
  }
  const open = async <Each extends BenchWallet>(opening: Promise<Each>): Promise<Each> => {
    const wallet = await opening
    opened.push(wallet)
    await restore(wallet)
    return wallet
  }
  try {
    return {
      chromium: await open(chromiumWallet(place)),
      node: await open(ourNodeWallet({ daemon: place.address, scanners: 1 })),
      native:
        native && hasWalletRpc ? await open(nativeWallet({ daemon: place.address })) : undefined,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens wallets that have scanned a whole chain of this form, with the same balance. */
export async function openFilled(
  form: ChainForm,
  options: { native?: boolean } = {},
): Promise<Wallets & { close: () => Promise<void> }> {
  const chain = await keptChain(form)
  const server = await startServer(chainNode(chain))
  const wallets = await openWallets(server, options)
  const close = async () => {
    await wallets.close()
    await server.close()
  }
  try {
    for (const [name, { call }] of named(wallets)) {
      await call('refresh')
      const { balance } = await call('get_balance', { all_accounts: true })
      if (balance !== chain.balance)
        throw new Error(`${name} owns ${balance}, the chain pays ${chain.balance}`)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { ...wallets, close }
}

/**
 * Medians of the turns, by the names of {@link named}; the wallets run in turn.
 *
 * @param turn - Returns milliseconds. @param of - Summary of the samples.
 */
export async function inTurns(
  wallets: Wallets,
  turns: number,
  turn: (wallet: BenchWallet, name: string) => Promise<number>,
  of: (samples: readonly number[]) => number | null = medianOf,
): Promise<(name: string) => number | null> {
  const all = named(wallets)
  const times = new Map<string, number[]>(all.map(([name]) => [name, []]))
  for (let at = 0; at < turns; at++)
    for (const [name, wallet] of all) times.get(name)!.push(await turn(wallet, name))
  return (name) => of(times.get(name) ?? [])
}

/** Rows of milliseconds: both of our programs compared with monero-wallet-rpc. */
export const ourRows = (name: string, of: (program: string) => number | null, goal: Goal): Row[] =>
  ['Chromium', 'Node'].map((place) =>
    row({
      name: `${name}, ${place}`,
      unit: 'ms',
      value: of(place),
      reference: of('monero-wallet-rpc'),
      ...(place === 'Chromium' && { goal }),
    }),
  )
