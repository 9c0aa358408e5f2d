/**
 * Lies about what a payment needs. The wallet refuses the answer, and no transaction leaves.
 *
 * @module
 */
import { ofJson, ofOutputs, type Lie } from './lie.ts'

const fees = (rates: readonly bigint[]) => ({ fee: rates[0], fees: rates })

const feeTooHigh =
  'the daemon requests a fee of … piconero a byte, more than the … that can be needed: nothing was sent; choose another daemon'

export const paymentLies: readonly Lie[] = [
  ofOutputs(
    'another key for every ring candidate',
    'Daemon response did not include the requested real output: daemon … gave a wrong answer and will not be asked about this output again; choose another daemon',
    (outs, { randomKey }) => outs.map((out) => ({ ...out, key: randomKey() })),
  ),
  ofOutputs(
    'another commitment for every ring candidate',
    'Daemon response did not include the requested real output: daemon … gave a wrong answer and will not be asked about this output again; choose another daemon',
    (outs, { randomKey }) => outs.map((out) => ({ ...out, mask: randomKey() })),
  ),
  ofOutputs(
    'a ring candidate that is no point',
    'unusable ring candidates: daemon … gave a wrong answer and will not be asked about this output again; choose another daemon',
    (outs) => outs.map((out, at) => (at === 0 ? { ...out, key: new Uint8Array(32).fill(2) } : out)),
  ),
  ofOutputs(
    'a commitment that is no point',
    'a commitment that no output has: daemon … gave a wrong answer and will not be asked about this output again; choose another daemon',
    (outs) =>
      outs.map((out, at) => (at === 0 ? { ...out, mask: new Uint8Array(32).fill(2) } : out)),
  ),
  ofOutputs(
    'old ring candidates as locked',
    'Daemon response did not include the requested real output: daemon … gave a wrong answer and will not be asked about this output again; choose another daemon',
    (outs) => outs.map((out) => ({ ...out, unlocked: false })),
  ),
  ofOutputs(
    'one ring candidate fewer than requested',
    'daemon returned wrong response for get_outs.bin',
    (outs) => outs.slice(0, -1),
  ),
  ofOutputs(
    'one ring candidate more than requested',
    'daemon returned wrong response for get_outs.bin',
    (outs) => [...outs, outs[0]!],
  ),
  ofOutputs('no ring candidates', 'daemon returned wrong response for get_outs.bin', () => []),
  ofJson('/json_rpc:get_fee_estimate', 'a hundred times the fee', feeTooHigh, (answer) =>
    fees(answer.fees.map((rate: number) => BigInt(rate) * 100n)),
  ),
  ofJson(
    '/json_rpc:get_fee_estimate',
    'a fee a fifth higher than the chain explains',
    feeTooHigh,
    (answer) => fees(answer.fees.map((rate: number) => (BigInt(rate) * 12n) / 10n)),
  ),
  ofJson('/json_rpc:get_fee_estimate', 'a fee of zero', 'failed to get fee estimate', () =>
    fees([0n, 0n, 0n, 0n]),
  ),
  ofJson('/json_rpc:get_fee_estimate', 'the largest possible fee', feeTooHigh, () =>
    fees([1n << 62n, 1n << 62n, 1n << 62n, 1n << 62n]),
  ),
  ofJson(
    '/json_rpc:hard_fork_info',
    'consensus rules of another version',
    'the network uses version 17 of the consensus rules, this wallet supports 15 to 16: nothing was sent',
    () => ({
      version: 17,
      earliest_height: 0,
      enabled: true,
    }),
  ),
]
