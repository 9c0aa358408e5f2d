/**
 * Why a daemon cannot be used for the ring of an output. The errors name the daemon and say what to do.
 *
 * @module
 */
import { errorDetails } from '#protocol/error-details.ts'
import type { RpcError } from '#protocol/errors.ts'
import { transferError } from '../../base/daemon-errors.ts'
import { namedDaemon } from '../../base/daemon-name.ts'

/** @param what - What is wrong with its answer. @param isGrouped - Whether its scan feed answered. */
export const wrongAnswer = (daemon: string, what: string, isGrouped: boolean): RpcError =>
  transferError(
    `${what}: ${isGrouped ? 'the scan feed of ' : ''}${namedDaemon(daemon)} gave a wrong answer and will not be asked about this output again; ` +
      'choose another daemon',
    errorDetails.wrongCandidates,
  )

export const wrongBefore = (daemon: string): RpcError =>
  transferError(
    `${namedDaemon(daemon)} gave a wrong answer about this output before and is not asked again; choose another daemon`,
    errorDetails.wrongCandidates,
  )

/** After a reorganisation, or where a daemon is behind. */
export const candidatesMissing = (daemon: string): RpcError =>
  transferError(
    `${namedDaemon(daemon)} lacks blocks of the ring candidates of this output; wait until it has them, ` +
      'or choose another daemon',
    errorDetails.missingCandidates,
  )

/** After a reorganisation, or while the wallet scans again. */
export const candidatesAhead = (): RpcError =>
  transferError(
    'the wallet has not read all blocks of the ring candidates of this output yet; wait until it is synchronised',
  )
