/**
 * Output counts of a distribution: a list, raw bytes or varints on the wire.
 *
 * @see monero src/rpc/core_rpc_server_commands_defs.h COMMAND_RPC_GET_OUTPUT_DISTRIBUTION
 * @module
 */
import { dataView } from '../bytes.ts'
import { bool, bytes, Field, FieldError, list, object, u64 } from '../fields.ts'
import { client, paidStatus } from './status.ts'

const counted = list(u64)

/** One count for each block. */
export const counts = new Field<BigUint64Array>(
  'counts',
  { type: ['array', 'string'], contentEncoding: 'binary' },
  (value, path) => {
    if (value instanceof BigUint64Array) return value
    if (Array.isArray(value)) return BigUint64Array.from(counted.parse(value, path))
    const raw = bytes.parse(value, path)
    if (raw.length % 8 !== 0) throw new FieldError(path, 'counts of 8 bytes', value)
    const view = dataView(raw)
    const values = new BigUint64Array(raw.length / 8)
    for (let at = 0; at < values.length; at++) values[at] = view.getBigUint64(8 * at, true)
    return values
  },
)

/** `get_output_distribution`, which is in two tables. */
export const outputDistribution = {
  params: {
    ...client,
    amounts: list(u64).default([]).describe('In piconero; 0 for RingCT.'),
    from_height: u64.default(0n),
    to_height: u64.default(0n).describe('If 0, the top block.'),
    cumulative: bool.default(false).describe('Return cumulative counts.'),
    binary: bool.default(true).describe('Write the counts as raw bytes.'),
    compress: bool.default(false).describe('Write the counts as varints; requires binary.'),
  },
  result: {
    ...paidStatus,
    distributions: list(
      object({
        amount: u64,
        start_height: u64,
        binary: bool.default(false),
        compress: bool.default(false),
        distribution: counts.default(new BigUint64Array()),
        compressed_data: bytes.default(new Uint8Array()).describe('Varints, if compressed.'),
        base: u64.describe('Outputs before start_height.'),
      }),
    ).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_output_distribution',
}

/** The only distribution that a restricted node returns: RingCT outputs. */
export const ringCtOnly = { list: 'amounts', accepts: { exactly: [0n] } } as const
