/**
 * Generates `mul` and `sq` of the kernel: the columns of a product, and their reduction mod p.
 *
 * They are written out, because not every driver unrolls loops over arrays, and a loop keeps its array in memory.
 *
 * @module
 */

/** Limbs of a field element. */
export const limbs = 20
/** Bits of a limb. */
export const limbBits = 13

const columns = Array.from({ length: 2 * limbs - 1 }, (_, k) => k)
const all = Array.from({ length: limbs }, (_, i) => i)
const mask = `${2 ** limbBits - 1}u`
/** 2^260 mod p. */
const wrap = `${19 * 2 ** (limbs * limbBits - 255)}u`

/** Pairs of limbs whose product belongs to column k. */
const pairs = (k: number) => all.map((i) => [i, k - i] as const).filter(([, j]) => all[j] === j)

/** x·y mod p, of one loose and one carried element; carried. */
const mul = () => [
  'fn mul(x: Fe, y: Fe) -> Fe {',
  ...reduced((k) => pairs(k).map(([i, j]) => `x[${i}] * y[${j}]`)),
  '}',
]

/** x² mod p, of a carried element; carried. Each pair of different limbs is multiplied once. */
const sq = () => [
  'fn sq(x: Fe) -> Fe {',
  ...all.slice(1).map((i) => `let twice${i} = x[${i}] + x[${i}];`),
  ...reduced((k) =>
    pairs(k)
      .filter(([i, j]) => i <= j)
      .map(([i, j]) => (i === j ? `x[${i}] * x[${i}]` : `x[${i}] * twice${j}`)),
  ),
  '}',
]

/**
 * Carries through the columns, adds the upper half 608 times to the lower one, and carries again.
 *
 * The first carries are below 2^19, so a limb of the upper half is too, and the sum of both halves is below 2^29. What
 * it carries out of the highest limb is below 2^16. After two more steps limb 2 is at most 2^13, and all others less.
 *
 * @param products - The products of a column, as text.
 */
function reduced(products: (k: number) => string[]): string[] {
  const limb = (k: number) =>
    k === columns.length ? `(c${k - 1} >> ${limbBits}u)` : `(c${k} & ${mask})`
  const above = (name: string, k: number) => (k === 0 ? [] : [`(${name}${k - 1} >> ${limbBits}u)`])
  const sum = (terms: readonly string[]) => terms.join(' + ')
  return [
    ...columns.map((k) => `let c${k} = ${sum([...products(k), ...above('c', k)])};`),
    ...all.map(
      (i) => `let s${i} = ${sum([limb(i), `${wrap} * ${limb(i + limbs)}`, ...above('s', i)])};`,
    ),
    `let t0 = (s0 & ${mask}) + ${wrap} * (s${limbs - 1} >> ${limbBits}u);`,
    `let t1 = (s1 & ${mask}) + (t0 >> ${limbBits}u);`,
    `let t2 = (s2 & ${mask}) + (t1 >> ${limbBits}u);`,
    `return Fe(t0 & ${mask}, t1 & ${mask}, t2, ${all
      .slice(3)
      .map((i) => `s${i} & ${mask}`)
      .join(', ')});`,
  ]
}

/** Text of both functions in WGSL. */
export const productText = () => [...mul(), ...sq()].join('\n')
