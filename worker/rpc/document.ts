import { openrpc, type Document } from '#protocol/openrpc.ts'
import * as methods from './methods.ts'

/** Every wallet method, as both hosts show them. */
export const walletDocument = (): Document => openrpc('Wallet RPC', '1.3', methods)
