/**
 * Errors of a feed that are expected.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import { AnswerError, DaemonError } from '#protocol/daemon/errors.ts'
import { InvalidFeed } from '#protocol/feed/feed-index.ts'
import { FeedError } from './whole-blocks.ts'
import { UpstreamUnavailable } from '../upstream/node.ts'

/** Whether the node is unavailable, or its blocks do not fit: not a bug. */
export const isOfNode = (error: unknown): error is Error =>
  [FeedError, InvalidFeed, ChainError, AnswerError, DaemonError, UpstreamUnavailable].some(
    (kind) => error instanceof kind,
  )
