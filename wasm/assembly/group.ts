/**
 * Group operations for the host, from 32 bytes to 32 bytes. Functions return 0 if a point is invalid.
 *
 * @module
 */
import * as map from './curve/map.ts'
import { POINT, alloc } from './memory.ts'
import * as constantTime from './curve/multiply.ts'
import * as point from './curve/point.ts'
import { order } from './curve/scalar.ts'
import { ODD_MULTIPLES, combine, oddMultiples } from './curve/vartime.ts'

export function isPoint(bytes: usize): i32 {
  return point.decode(alloc(POINT), bytes)
}

/** Whether l times the point is the identity. */
export function isInMainSubgroup(bytes: usize): i32 {
  const p = alloc(POINT)
  const table = alloc(ODD_MULTIPLES)
  if (!point.decode(p, bytes)) return 0
  oddMultiples(table, p)
  combine(p, 0, order, table, 0, 0, 0, 0)
  return point.isIdentity(p)
}

/** o = a + b, or a - b. */
export function pointSum(o: usize, a: usize, b: usize, subtract: i32): i32 {
  const p = alloc(POINT)
  const q = alloc(POINT)
  if (!point.decodeTwo(p, a, q, b)) return 0
  point.cache(q, q)
  if (subtract) point.sub(p, p, q, false)
  else point.add(p, p, q, false)
  point.encode(o, p)
  return 1
}

export function multiplyBase(o: usize, s: usize): void {
  const p = alloc(POINT)
  constantTime.multiplyG(p, s)
  point.encode(o, p)
}

export function multiply(o: usize, s: usize, bytes: usize): i32 {
  const p = alloc(POINT)
  if (!point.decode(p, bytes)) return 0
  constantTime.multiply(p, s, p)
  point.encode(o, p)
  return 1
}

/** o = a·A + b·G in variable time. */
export function multiplyAddBase(o: usize, a: usize, A: usize, b: usize): i32 {
  const p = alloc(POINT)
  const table = alloc(ODD_MULTIPLES)
  if (!point.decode(p, A)) return 0
  oddMultiples(table, p)
  combine(p, b, a, table, 0, 0, 0, 0)
  point.encode(o, p)
  return 1
}

/** o = a·A + b·B in variable time. */
export function multiplyAdd(o: usize, a: usize, A: usize, b: usize, B: usize): i32 {
  const p = alloc(POINT)
  const q = alloc(POINT)
  const tableA = alloc(ODD_MULTIPLES)
  const tableB = alloc(ODD_MULTIPLES)
  if (!point.decodeTwo(p, A, q, B)) return 0
  oddMultiples(tableA, p)
  oddMultiples(tableB, q)
  combine(p, 0, a, tableA, b, tableB, 0, 0)
  point.encode(o, p)
  return 1
}

export function hashToPoint(o: usize, data: usize, length: usize): void {
  const p = alloc(POINT)
  map.hashToPoint(p, data, length)
  point.encode(o, p)
}

export function mapToPoint(o: usize, hash: usize): void {
  const p = alloc(POINT)
  map.mapToPoint(p, hash)
  point.encode(o, p)
}
