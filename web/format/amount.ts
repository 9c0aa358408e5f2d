/**
 * How amounts look: exact, in XMR, with figures that line up. Nothing here passes through a number.
 *
 * @module
 */
const perCoin = 1_000_000_000_000n

export type ShownAmount = { sign: string; whole: string; fraction: string }

/**
 * The parts of an amount as the screen shows them.
 *
 * @param piconero - May be negative.
 * @returns `whole` grouped by thin spaces; `fraction` of 4 to 12 digits, all 12 when `exact`.
 */
export function splitAmount(
  piconero: bigint,
  { sign = false, exact = false }: { sign?: boolean; exact?: boolean } = {},
): ShownAmount {
  const size = piconero < 0n ? -piconero : piconero
  const digits = (size % perCoin).toString().padStart(12, '0')
  return {
    sign: piconero < 0n ? '\u2212' : sign ? '+' : '',
    whole: (size / perCoin).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f'),
    fraction: exact ? digits : digits.replace(/0{1,8}$/, ''),
  }
}
