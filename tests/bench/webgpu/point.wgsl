// Points of the curve in extended coordinates. A point is X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z. An addend is
// *cached*: Y + X, Y - X, 2Z, 2dT. The formulas are complete: they hold for equal points, the identity and torsion.
//
// See H. Hisil et al., "Twisted Edwards Curves Revisited", sections 3.1 and 3.3. Coordinates are carried.

struct Point {
  x: Fe,
  y: Fe,
  z: Fe,
  t: Fe,
}

struct Cached {
  plus: Fe,
  minus: Fe,
  z2: Fe,
  // Loose.
  t2d: Fe,
}

struct Decoded {
  point: Point,
  // 1 for a point, else 0.
  valid: u32,
}

// X = E·F, Y = G·H, Z = F·G, and T = E·H if an addition follows. E and G are carried, F and H loose.
fn complete(e: Fe, f: Fe, g: Fe, h: Fe, withT: bool) -> Point {
  var o: Point;
  o.x = mul(f, e);
  o.y = mul(h, g);
  o.z = mul(f, g);
  if (withT) {
    o.t = mul(h, e);
  }
  return o;
}

// 2^n·p. Does not read T.
fn doubleTimes(p: Point, n: u32, withT: bool) -> Point {
  var o = p;
  for (var i = 1u; i <= n; i++) {
    let a = sq(o.x);
    let b = sq(o.y);
    let c = sq(o.z);
    let sum = sq(carry(add(o.x, o.y)));
    let h = add(a, b);
    let e = carry(sub(h, sum));
    let g = carry(sub(a, b));
    let f = add(g, add(c, c));
    o = complete(e, f, g, h, withT && i == n);
  }
  return o;
}

fn addCached(p: Point, q: Cached, withT: bool) -> Point {
  let a = mul(sub(p.y, p.x), q.minus);
  let b = mul(add(p.y, p.x), q.plus);
  let c = mul(q.t2d, p.t);
  let d2 = mul(p.z, q.z2);
  return complete(carry(sub(b, a)), sub(d2, c), carry(add(d2, c)), add(b, a), withT);
}

fn cache(p: Point) -> Cached {
  return Cached(
    carry(add(p.y, p.x)),
    carry(sub(p.y, p.x)),
    carry(add(p.z, p.z)),
    mul(p.t, twiceD),
  );
}

// The point of the cached form, with doubled coordinates and without T.
fn uncache(q: Cached) -> Point {
  var o: Point;
  o.x = carry(sub(q.plus, q.minus));
  o.y = carry(add(q.plus, q.minus));
  o.z = q.z2;
  return o;
}

// The point that 32 bytes encode, of any order: y must be below p, and x = 0 must not have the sign. The coordinates
// of an invalid encoding are carried, and have no meaning. See monero src/crypto/crypto-ops.c ge_frombytes_vartime.
fn decode(words: Words) -> Decoded {
  let y = fromWords(words);
  let sign = words[7] >> 31u;
  var one: Fe;
  one[0] = 1u;
  let yy = sq(y);
  let u = carry(sub(yy, one));
  let v = carry(add(mul(yy, d), one));
  let v3 = mul(sq(v), v);
  let power = powerForRoot(mul(mul(sq(v3), v), u));
  // A root of u/v or of -u/v, if one of them is a square.
  let root = mul(mul(power, v3), u);
  let vxx = mul(sq(root), v);
  let isRoot = isZero(sub(vxx, u));
  let isRootOfNegative = isZero(add(vxx, u));
  // Both only for u = 0, whose root is 0.
  var x = choose(root, mul(root, rootOfMinusOne), isRootOfNegative);
  var zero: Fe;
  x = choose(x, carry(sub(zero, x)), isNegative(x) ^ sign);
  let isReduced = equal(canonical(y), y);
  let valid = isReduced & (isRoot | isRootOfNegative) & (1u - (isZero(x) & sign));
  return Decoded(Point(x, y, one, mul(x, y)), valid);
}

// y, and in the highest bit the parity of x.
fn encode(p: Point) -> Words {
  let inverse = invert(p.z);
  var o = toWords(canonical(mul(p.y, inverse)));
  o[7] |= isNegative(mul(p.x, inverse)) << 31u;
  return o;
}
