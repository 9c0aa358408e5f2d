/**
 * 128-bit numbers in the form of answers: two halves, and hex.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp store_128
 */
const low64 = (value: bigint) => value & 0xffff_ffff_ffff_ffffn
const hex = (value: bigint) => `0x${value.toString(16)}`

export const difficultyFields = (value: bigint) => ({
  difficulty: low64(value),
  wide_difficulty: hex(value),
  difficulty_top64: value >> 64n,
})

export const cumulativeDifficultyFields = (value: bigint) => ({
  cumulative_difficulty: low64(value),
  wide_cumulative_difficulty: hex(value),
  cumulative_difficulty_top64: value >> 64n,
})

export const emissionFields = (value: bigint) => ({
  emission_amount: low64(value),
  wide_emission_amount: hex(value),
  emission_amount_top64: value >> 64n,
})

export const feeFields = (value: bigint) => ({
  fee_amount: low64(value),
  wide_fee_amount: hex(value),
  fee_amount_top64: value >> 64n,
})

export { hex as wideHex }
