/**
 * The engine in a page's worker answers like monero-wallet-rpc: the calls of `tests/interop/conformance`,
 * made in Chromium.
 */
import { conformance } from '../support/conformance/run.ts'
import { isAskedOfPage, startWithPage } from '../support/conformance/browser-wallet.ts'

conformance(startWithPage, { isAsked: isAskedOfPage })
