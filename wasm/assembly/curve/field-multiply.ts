/**
 * Products of field elements.
 *
 * The carries are written out in each of them: a function for them would take a third of the time, since
 * engines pass eleven arguments through memory.
 *
 * @module
 */

/** o = f·g. */
export function mul(o: usize, f: usize, g: usize): void {
  const f0: i64 = load<i32>(f)
  const f1: i64 = load<i32>(f, 4)
  const f2: i64 = load<i32>(f, 8)
  const f3: i64 = load<i32>(f, 12)
  const f4: i64 = load<i32>(f, 16)
  const f5: i64 = load<i32>(f, 20)
  const f6: i64 = load<i32>(f, 24)
  const f7: i64 = load<i32>(f, 28)
  const f8: i64 = load<i32>(f, 32)
  const f9: i64 = load<i32>(f, 36)
  const g0: i64 = load<i32>(g)
  const g1: i64 = load<i32>(g, 4)
  const g2: i64 = load<i32>(g, 8)
  const g3: i64 = load<i32>(g, 12)
  const g4: i64 = load<i32>(g, 16)
  const g5: i64 = load<i32>(g, 20)
  const g6: i64 = load<i32>(g, 24)
  const g7: i64 = load<i32>(g, 28)
  const g8: i64 = load<i32>(g, 32)
  const g9: i64 = load<i32>(g, 36)
  const g1x19 = 19 * g1
  const g2x19 = 19 * g2
  const g3x19 = 19 * g3
  const g4x19 = 19 * g4
  const g5x19 = 19 * g5
  const g6x19 = 19 * g6
  const g7x19 = 19 * g7
  const g8x19 = 19 * g8
  const g9x19 = 19 * g9
  const f1x2 = 2 * f1
  const f3x2 = 2 * f3
  const f5x2 = 2 * f5
  const f7x2 = 2 * f7
  const f9x2 = 2 * f9
  let h0 =
    f0 * g0 +
    f1x2 * g9x19 +
    f2 * g8x19 +
    f3x2 * g7x19 +
    f4 * g6x19 +
    f5x2 * g5x19 +
    f6 * g4x19 +
    f7x2 * g3x19 +
    f8 * g2x19 +
    f9x2 * g1x19
  let h1 =
    f0 * g1 +
    f1 * g0 +
    f2 * g9x19 +
    f3 * g8x19 +
    f4 * g7x19 +
    f5 * g6x19 +
    f6 * g5x19 +
    f7 * g4x19 +
    f8 * g3x19 +
    f9 * g2x19
  let h2 =
    f0 * g2 +
    f1x2 * g1 +
    f2 * g0 +
    f3x2 * g9x19 +
    f4 * g8x19 +
    f5x2 * g7x19 +
    f6 * g6x19 +
    f7x2 * g5x19 +
    f8 * g4x19 +
    f9x2 * g3x19
  let h3 =
    f0 * g3 +
    f1 * g2 +
    f2 * g1 +
    f3 * g0 +
    f4 * g9x19 +
    f5 * g8x19 +
    f6 * g7x19 +
    f7 * g6x19 +
    f8 * g5x19 +
    f9 * g4x19
  let h4 =
    f0 * g4 +
    f1x2 * g3 +
    f2 * g2 +
    f3x2 * g1 +
    f4 * g0 +
    f5x2 * g9x19 +
    f6 * g8x19 +
    f7x2 * g7x19 +
    f8 * g6x19 +
    f9x2 * g5x19
  let h5 =
    f0 * g5 +
    f1 * g4 +
    f2 * g3 +
    f3 * g2 +
    f4 * g1 +
    f5 * g0 +
    f6 * g9x19 +
    f7 * g8x19 +
    f8 * g7x19 +
    f9 * g6x19
  let h6 =
    f0 * g6 +
    f1x2 * g5 +
    f2 * g4 +
    f3x2 * g3 +
    f4 * g2 +
    f5x2 * g1 +
    f6 * g0 +
    f7x2 * g9x19 +
    f8 * g8x19 +
    f9x2 * g7x19
  let h7 =
    f0 * g7 +
    f1 * g6 +
    f2 * g5 +
    f3 * g4 +
    f4 * g3 +
    f5 * g2 +
    f6 * g1 +
    f7 * g0 +
    f8 * g9x19 +
    f9 * g8x19
  let h8 =
    f0 * g8 +
    f1x2 * g7 +
    f2 * g6 +
    f3x2 * g5 +
    f4 * g4 +
    f5x2 * g3 +
    f6 * g2 +
    f7x2 * g1 +
    f8 * g0 +
    f9x2 * g9x19
  let h9 =
    f0 * g9 +
    f1 * g8 +
    f2 * g7 +
    f3 * g6 +
    f4 * g5 +
    f5 * g4 +
    f6 * g3 +
    f7 * g2 +
    f8 * g1 +
    f9 * g0
  let c: i64 = 0
  c = (h0 + (1 << 25)) >> 26
  h1 += c
  h0 -= c << 26
  c = (h4 + (1 << 25)) >> 26
  h5 += c
  h4 -= c << 26
  c = (h1 + (1 << 24)) >> 25
  h2 += c
  h1 -= c << 25
  c = (h5 + (1 << 24)) >> 25
  h6 += c
  h5 -= c << 25
  c = (h2 + (1 << 25)) >> 26
  h3 += c
  h2 -= c << 26
  c = (h6 + (1 << 25)) >> 26
  h7 += c
  h6 -= c << 26
  c = (h3 + (1 << 24)) >> 25
  h4 += c
  h3 -= c << 25
  c = (h7 + (1 << 24)) >> 25
  h8 += c
  h7 -= c << 25
  c = (h4 + (1 << 25)) >> 26
  h5 += c
  h4 -= c << 26
  c = (h8 + (1 << 25)) >> 26
  h9 += c
  h8 -= c << 26
  c = (h9 + (1 << 24)) >> 25
  h0 += 19 * c
  h9 -= c << 25
  c = (h0 + (1 << 25)) >> 26
  h1 += c
  h0 -= c << 26
  store<i32>(o, <i32>h0)
  store<i32>(o, <i32>h1, 4)
  store<i32>(o, <i32>h2, 8)
  store<i32>(o, <i32>h3, 12)
  store<i32>(o, <i32>h4, 16)
  store<i32>(o, <i32>h5, 20)
  store<i32>(o, <i32>h6, 24)
  store<i32>(o, <i32>h7, 28)
  store<i32>(o, <i32>h8, 32)
  store<i32>(o, <i32>h9, 36)
}

/** o = f², or 2·f² with `twice` 1. */
function squareShifted(o: usize, f: usize, twice: i64): void {
  const f0: i64 = load<i32>(f)
  const f1: i64 = load<i32>(f, 4)
  const f2: i64 = load<i32>(f, 8)
  const f3: i64 = load<i32>(f, 12)
  const f4: i64 = load<i32>(f, 16)
  const f5: i64 = load<i32>(f, 20)
  const f6: i64 = load<i32>(f, 24)
  const f7: i64 = load<i32>(f, 28)
  const f8: i64 = load<i32>(f, 32)
  const f9: i64 = load<i32>(f, 36)
  const f0x2 = 2 * f0
  const f1x2 = 2 * f1
  const f2x2 = 2 * f2
  const f3x2 = 2 * f3
  const f4x2 = 2 * f4
  const f5x2 = 2 * f5
  const f5x38 = 38 * f5
  const f6x19 = 19 * f6
  const f6x2 = 2 * f6
  const f7x2 = 2 * f7
  const f7x38 = 38 * f7
  const f8x19 = 19 * f8
  const f9x38 = 38 * f9
  let h0 =
    (f0 * f0 + f1x2 * f9x38 + f2x2 * f8x19 + f3x2 * f7x38 + f4x2 * f6x19 + f5 * f5x38) << twice
  let h1 = (f0x2 * f1 + f2 * f9x38 + f3x2 * f8x19 + f4 * f7x38 + f5x2 * f6x19) << twice
  let h2 =
    (f0x2 * f2 + f1x2 * f1 + f3x2 * f9x38 + f4x2 * f8x19 + f5x2 * f7x38 + f6 * f6x19) << twice
  let h3 = (f0x2 * f3 + f1x2 * f2 + f4 * f9x38 + f5x2 * f8x19 + f6 * f7x38) << twice
  let h4 = (f0x2 * f4 + f1x2 * f3x2 + f2 * f2 + f5x2 * f9x38 + f6x2 * f8x19 + f7 * f7x38) << twice
  let h5 = (f0x2 * f5 + f1x2 * f4 + f2x2 * f3 + f6 * f9x38 + f7x2 * f8x19) << twice
  let h6 = (f0x2 * f6 + f1x2 * f5x2 + f2x2 * f4 + f3x2 * f3 + f7x2 * f9x38 + f8 * f8x19) << twice
  let h7 = (f0x2 * f7 + f1x2 * f6 + f2x2 * f5 + f3x2 * f4 + f8 * f9x38) << twice
  let h8 = (f0x2 * f8 + f1x2 * f7x2 + f2x2 * f6 + f3x2 * f5x2 + f4 * f4 + f9 * f9x38) << twice
  let h9 = (f0x2 * f9 + f1x2 * f8 + f2x2 * f7 + f3x2 * f6 + f4x2 * f5) << twice
  let c: i64 = 0
  c = (h0 + (1 << 25)) >> 26
  h1 += c
  h0 -= c << 26
  c = (h4 + (1 << 25)) >> 26
  h5 += c
  h4 -= c << 26
  c = (h1 + (1 << 24)) >> 25
  h2 += c
  h1 -= c << 25
  c = (h5 + (1 << 24)) >> 25
  h6 += c
  h5 -= c << 25
  c = (h2 + (1 << 25)) >> 26
  h3 += c
  h2 -= c << 26
  c = (h6 + (1 << 25)) >> 26
  h7 += c
  h6 -= c << 26
  c = (h3 + (1 << 24)) >> 25
  h4 += c
  h3 -= c << 25
  c = (h7 + (1 << 24)) >> 25
  h8 += c
  h7 -= c << 25
  c = (h4 + (1 << 25)) >> 26
  h5 += c
  h4 -= c << 26
  c = (h8 + (1 << 25)) >> 26
  h9 += c
  h8 -= c << 26
  c = (h9 + (1 << 24)) >> 25
  h0 += 19 * c
  h9 -= c << 25
  c = (h0 + (1 << 25)) >> 26
  h1 += c
  h0 -= c << 26
  store<i32>(o, <i32>h0)
  store<i32>(o, <i32>h1, 4)
  store<i32>(o, <i32>h2, 8)
  store<i32>(o, <i32>h3, 12)
  store<i32>(o, <i32>h4, 16)
  store<i32>(o, <i32>h5, 20)
  store<i32>(o, <i32>h6, 24)
  store<i32>(o, <i32>h7, 28)
  store<i32>(o, <i32>h8, 32)
  store<i32>(o, <i32>h9, 36)
}

export function sq(o: usize, f: usize): void {
  squareShifted(o, f, 0)
}

/** o = 2·f², settled. */
export function sqTwice(o: usize, f: usize): void {
  squareShifted(o, f, 1)
}

/** o = f^(2^n). */
export function sqTimes(o: usize, f: usize, n: i32): void {
  sq(o, f)
  while (--n > 0) sq(o, o)
}

/**
 * Carries columns below 2^62 into settled limbs; 2^255 wraps around as 19. As at the end of each product:
 * rounded carries, from limb 0 and limb 4 by turns.
 */
export function settle(
  o: usize,
  h0: i64,
  h1: i64,
  h2: i64,
  h3: i64,
  h4: i64,
  h5: i64,
  h6: i64,
  h7: i64,
  h8: i64,
  h9: i64,
): void {
  // h9, like h0 below 2^61, is carried once, last but one: 19 times its carry makes h0 as large as 2^41, and
  // the last carry leaves 2^15 of that to h1. Hence 1.01 and not 1.
  let c: i64 = 0
  c = (h0 + (1 << 25)) >> 26
  h1 += c
  h0 -= c << 26
  c = (h4 + (1 << 25)) >> 26
  h5 += c
  h4 -= c << 26
  c = (h1 + (1 << 24)) >> 25
  h2 += c
  h1 -= c << 25
  c = (h5 + (1 << 24)) >> 25
  h6 += c
  h5 -= c << 25
  c = (h2 + (1 << 25)) >> 26
  h3 += c
  h2 -= c << 26
  c = (h6 + (1 << 25)) >> 26
  h7 += c
  h6 -= c << 26
  c = (h3 + (1 << 24)) >> 25
  h4 += c
  h3 -= c << 25
  c = (h7 + (1 << 24)) >> 25
  h8 += c
  h7 -= c << 25
  c = (h4 + (1 << 25)) >> 26
  h5 += c
  h4 -= c << 26
  c = (h8 + (1 << 25)) >> 26
  h9 += c
  h8 -= c << 26
  c = (h9 + (1 << 24)) >> 25
  h0 += 19 * c
  h9 -= c << 25
  c = (h0 + (1 << 25)) >> 26
  h1 += c
  h0 -= c << 26
  store<i32>(o, <i32>h0)
  store<i32>(o, <i32>h1, 4)
  store<i32>(o, <i32>h2, 8)
  store<i32>(o, <i32>h3, 12)
  store<i32>(o, <i32>h4, 16)
  store<i32>(o, <i32>h5, 20)
  store<i32>(o, <i32>h6, 24)
  store<i32>(o, <i32>h7, 28)
  store<i32>(o, <i32>h8, 32)
  store<i32>(o, <i32>h9, 36)
}
