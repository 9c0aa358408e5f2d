/**
 * All methods that only the page calls. They are in no published document and not reachable over HTTP.
 *
 * @module
 */
export { check_password } from './page/check_password.ts'
export { describe_multisig_message } from './page/describe_multisig_message.ts'
export { discard_reviewed } from './page/discard_reviewed.ts'
export { dismiss_warnings } from './page/dismiss_warnings.ts'
export { estimate_height } from './page/estimate_height.ts'
export { get_document } from './page/get_document.ts'
export { get_multisig_members } from './page/get_multisig_members.ts'
export { get_overview } from './page/get_overview.ts'
export { get_state } from './page/get_state.ts'
export { get_transfer_details } from './page/get_transfer_details.ts'
export { list_wallets } from './page/list_wallets.ts'
export { remove_wallet } from './page/remove_wallet.ts'
export { rename_wallet } from './page/rename_wallet.ts'
export { review_sweep } from './page/review_sweep.ts'
export { review_transfer } from './page/review_transfer.ts'
export { send_reviewed } from './page/send_reviewed.ts'
export { set_scan_threads } from './page/set_scan_threads.ts'
export { set_whole_blocks } from './page/set_whole_blocks.ts'
export { verify_transfer } from './page/verify_transfer.ts'
export { set_work_check } from './page/set_work_check.ts'
