/**
 * Calls a wallet method where all methods are loaded: on Node, and in tests.
 *
 * @module
 */
import type { Service } from '../engine/service.ts'
import { dispatcher, type Outcome } from './dispatcher.ts'
import * as methods from './methods.ts'

export type { Outcome } from './dispatcher.ts'

const callWalletMethod = dispatcher(methods)

/** Calls a wallet method. @param params - Unchecked; an object, or nothing. */
export const dispatch = (service: Service, name: string, params: unknown = {}): Promise<Outcome> =>
  callWalletMethod({ service }, name, params)
