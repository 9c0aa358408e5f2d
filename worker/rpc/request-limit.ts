/**
 * How long the request of a method may be.
 *
 * @module
 */
import { large } from '#protocol/daemon/limits.ts'
import { mostRequestBytes } from '#protocol/json/jsonrpc.ts'
import type { Method } from './method.ts'
import * as methods from './methods.ts'

const takingSets = new Set(
  Object.entries<Method>(methods).flatMap(([name, { aliases = [], takesSets }]) =>
    takesSets ? [name, ...aliases] : [],
  ),
)

/** In bytes: 1 MiB, or more for a method that takes sets. */
export const requestLimit = (method: string | undefined): number =>
  method !== undefined && takingSets.has(method) ? mostRequestBytes : large
