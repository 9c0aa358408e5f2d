/**
 * The methods that the page calls while it creates or opens a wallet and shows it. They are loaded with the page.
 *
 * All others are loaded together, when one of them is called for the first time.
 *
 * @module
 */
export { get_address } from './addresses/get_address.ts'
export { get_attribute } from './attributes/get_attribute.ts'
export { set_attribute } from './attributes/set_attribute.ts'
export { is_multisig } from './multisig/is_multisig.ts'
export { choose_node } from './page/choose_node.ts'
export { get_home } from './page/get_home.ts'
export { get_overview } from './page/get_overview.ts'
export { get_state } from './page/get_state.ts'
export { list_wallets } from './page/list_wallets.ts'
export { set_offline } from './page/offline/set_offline.ts'
export { get_passkey } from './page/safety/get_passkey.ts'
export { get_seed_check } from './page/safety/get_seed_check.ts'
export { set_seed_check } from './page/safety/set_seed_check.ts'
export { set_compared_feed } from './page/feed/set_compared_feed.ts'
export { set_feed_cache } from './page/feed/set_feed_cache.ts'
export { set_scan_feed } from './page/feed/set_scan_feed.ts'
export { set_scan_threads } from './page/set_scan_threads.ts'
export { set_whole_blocks } from './page/set_whole_blocks.ts'
export { set_work_check } from './page/set_work_check.ts'
export { auto_refresh } from './sync/auto_refresh.ts'
export { get_height } from './sync/get_height.ts'
export { refresh } from './sync/refresh.ts'
export { get_transfers } from './transfers/get_transfers.ts'
export { close_wallet } from './wallet/close_wallet.ts'
export { create_wallet } from './wallet/create_wallet.ts'
export { get_languages } from './wallet/get_languages.ts'
export { open_wallet } from './wallet/open_wallet.ts'
export { query_key } from './wallet/query_key.ts'
