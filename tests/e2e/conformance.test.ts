/**
 * The engine in a page's worker answers as monero-wallet-rpc does: what `tests/interop/conformance` asks
 * the service on Node, asked in Chromium.
 */
import { conformance } from '../support/conformance/run.ts'
import { isAskedOfPage, startWithPage } from '../support/conformance/browser-wallet.ts'

conformance(startWithPage, { isAsked: isAskedOfPage })
