/**
 * All screens of an open wallet. The fragment of the address bar, the navigation, the search and the settings use this table.
 *
 * @module
 */
import type { Component } from 'svelte'
import { text } from './languages/text.ts'
import type { Place } from './places.ts'

type Screen = {
  /** In the language on screen. */
  title: () => string
  /** Its code, loaded when it is opened. The overview is part of the first load. */
  load?: () => Promise<{ default: Component }>
  /** Whether the navigation shows it. Other screens have a link on the settings or on another screen. */
  inBar?: true
}

export const screens: Readonly<Record<Place, Screen>> = {
  overview: { title: () => text('Overview'), inBar: true },
  receive: {
    title: () => text('Receive'),
    load: () => import('./views/Receive.svelte'),
    inBar: true,
  },
  send: { title: () => text('Send'), load: () => import('./views/send/Send.svelte'), inBar: true },
  history: {
    title: () => text('History'),
    load: () => import('./views/history/History.svelte'),
    inBar: true,
  },
  settings: {
    title: () => text('Settings'),
    load: () => import('./views/settings/Settings.svelte'),
    inBar: true,
  },
  accounts: {
    title: () => text('Accounts'),
    load: () => import('./views/accounts/Accounts.svelte'),
  },
  contacts: {
    title: () => text('Contacts'),
    load: () => import('./views/contacts/Contacts.svelte'),
  },
  attempts: {
    title: () => text('Attempts'),
    load: () => import('./views/attempts/Attempts.svelte'),
  },
  coins: { title: () => text('Coins'), load: () => import('./views/coins/Coins.svelte') },
  wallets: { title: () => text('Wallets'), load: () => import('./views/wallets/Wallets.svelte') },
  shared: {
    title: () => text('Shared wallet'),
    load: () => import('./multisig/MultisigWallet.svelte'),
  },
  proofs: {
    title: () => text('Proofs and messages'),
    load: () => import('./proofs/Proofs.svelte'),
  },
  offline: {
    title: () => text('Offline signing'),
    load: () => import('./offline/OfflineWallet.svelte'),
  },
  files: {
    title: () => text('Files by QR code'),
    load: () => import('./offline/FilesByQr.svelte'),
  },
  node: { title: () => text('Node and trust'), load: () => import('./trust/NodeScreen.svelte') },
  storage: {
    title: () => text('Stored data'),
    load: () => import('./views/storage/Storage.svelte'),
  },
  console: { title: () => text('Console'), load: () => import('./console/Console.svelte') },
}
