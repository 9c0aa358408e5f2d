/**
 * A service as the page calls it, in this thread.
 *
 * @module
 */
import { callsOf, walletClient, type WalletClient } from '../../../web/client.ts'
import type { Service } from '../../../worker/engine/service.ts'
import { pageHost } from '../../../worker/hosts/page-host.ts'

export const pageClient = (service: Service): WalletClient =>
  walletClient(callsOf(pageHost(service)))
