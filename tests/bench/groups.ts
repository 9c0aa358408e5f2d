/**
 * All groups of figures, in the order of measurement.
 *
 * @module
 */
import type { Group } from './group.ts'
import { answers } from './groups/answers.ts'
import { balance } from './groups/balance.ts'
import { feed } from './groups/feed.ts'
import { fluent } from './groups/fluent.ts'
import { http } from './groups/http.ts'
import { idle } from './groups/idle.ts'
import { kernels } from './groups/kernels.ts'
import { light } from './groups/light.ts'
import { line } from './groups/line.ts'
import { load } from './groups/load.ts'
import { memory } from './groups/memory.ts'
import { multisig } from './groups/multisig.ts'
import { node } from './groups/node.ts'
import { open } from './groups/open.ts'
import { pow } from './groups/pow.ts'
import { refresh } from './groups/refresh.ts'
import { shop } from './groups/shop.ts'
import { subaddresses } from './groups/subaddresses.ts'
import { transfer } from './groups/transfer.ts'
import { transfers } from './groups/transfers.ts'
import { webgpu } from './groups/webgpu.ts'
import { whole } from './groups/whole.ts'
import { work } from './groups/work.ts'

export const groups: readonly Group[] = [
  kernels,
  webgpu,
  pow,
  work,
  whole,
  feed,
  node,
  refresh,
  balance,
  answers,
  transfer,
  multisig,
  transfers,
  idle,
  open,
  // Must be last: it adds addresses to the wallets that the earlier groups share.
  subaddresses,
  shop,
  fluent,
  memory,
  load,
  line,
  http,
  light,
]
