// 8·a·R for each transaction public key R, one invocation each. No branch and no index depends on the view secret a:
// every entry of the table is read, and masks select one.

const workgroup = 64u;

// Keys of 8 little-endian words, as many as invocations.
@group(0) @binding(0) var<storage, read> keys: array<u32>;
// The view secret, below the order l.
@group(0) @binding(1) var<storage, read> secret: Words;
// 9 words each: a derivation, then 1. Zeros if the key is no point.
@group(0) @binding(2) var<storage, read_write> derivations: array<u32>;

// 1 to 8 times R.
var<private> table: array<Cached, 8>;

// The secret plus 8 in each of its 64 hexadecimal digits. Less 8, these are signed digits of the secret, from -8 to 7.
fn biased() -> Words {
  var o: Words;
  var above = 0u;
  for (var i = 0u; i < 8u; i++) {
    let low = (secret[i] & 65535u) + 34952u + above;
    let high = (secret[i] >> 16u) + 34952u + (low >> 16u);
    o[i] = (low & 65535u) | (high << 16u);
    above = high >> 16u;
  }
  return o;
}

// 1 if the numbers below 16 are equal, else 0.
fn equalDigit(x: u32, y: u32) -> u32 {
  return 1u - (((x ^ y) + 15u) >> 4u);
}

// The table's point times a digit, which is given plus 8.
fn pick(biasedDigit: u32) -> Cached {
  let negative = 1u - (biasedDigit >> 3u);
  // 8 - n is (15 - n) + 1 - 8.
  let magnitude = (biasedDigit ^ (15u * negative)) + negative - 8u;
  let isNone = equalDigit(magnitude, 0u);
  var o: Cached;
  o.plus[0] = isNone;
  o.minus[0] = isNone;
  o.z2[0] = 2u * isNone;
  for (var k = 0u; k < 8u; k++) {
    let mask = maskOf(equalDigit(magnitude, k + 1u));
    for (var i = 0u; i < 20u; i++) {
      o.plus[i] |= table[k].plus[i] & mask;
      o.minus[i] |= table[k].minus[i] & mask;
      o.z2[i] |= table[k].z2[i] & mask;
      o.t2d[i] |= table[k].t2d[i] & mask;
    }
  }
  var zero: Fe;
  return Cached(
    choose(o.plus, o.minus, negative),
    choose(o.minus, o.plus, negative),
    o.z2,
    choose(o.t2d, sub(zero, o.t2d), negative),
  );
}

// 8·a·p, without T.
fn multiplyBy8(p: Point) -> Point {
  var sum = p;
  table[0] = cache(sum);
  for (var k = 1u; k < 8u; k++) {
    sum = addCached(sum, table[0], true);
    table[k] = cache(sum);
  }
  let digits = biased();
  var o = uncache(pick(digits[7] >> 28u));
  for (var i = 1u; i < 64u; i++) {
    let digit = (digits[(63u - i) >> 3u] >> (4u * ((63u - i) & 7u))) & 15u;
    o = addCached(doubleTimes(o, 4u, true), pick(digit), false);
  }
  return doubleTimes(o, 3u, false);
}

@compute @workgroup_size(workgroup)
fn derive(@builtin(global_invocation_id) id: vec3u) {
  var words: Words;
  for (var i = 0u; i < 8u; i++) {
    words[i] = keys[8u * id.x + i];
  }
  let decoded = decode(words);
  let encoded = encode(multiplyBy8(decoded.point));
  let mask = maskOf(decoded.valid);
  for (var i = 0u; i < 8u; i++) {
    derivations[9u * id.x + i] = encoded[i] & mask;
  }
  derivations[9u * id.x + 8u] = decoded.valid;
}
