// The field mod p = 2^255 - 19: 20 limbs of 13 bits, lowest first. WGSL has no product of 64 bits, and a product of
// two such limbs leaves 6 bits for a sum of 20.
//
// A *carried* element has limbs up to 2^13, a *loose* one up to 3·2^13. `mul` takes one of each, `sq` a carried one:
// a sum of 20 products is then below 20·3·2^26 < 2^32. Both return carried elements; kernel.ts generates them, with
// the constants d, twiceD and rootOfMinusOne.

alias Fe = array<u32, 20>;
alias Words = array<u32, 8>;

// x + y of carried elements, loose.
fn add(x: Fe, y: Fe) -> Fe {
  var o: Fe;
  for (var i = 0u; i < 20u; i++) {
    o[i] = x[i] + y[i];
  }
  return o;
}

// x + 64p - y of a carried y: loose for a carried x. No limb becomes negative: those of 64p are 2·(2^13 - 1), and
// 2·607 less in the lowest.
fn sub(x: Fe, y: Fe) -> Fe {
  var o: Fe;
  for (var i = 0u; i < 20u; i++) {
    o[i] = x[i] + 16382u - y[i];
  }
  o[0] -= 1214u;
  return o;
}

// The same element, carried, of limbs up to 2^16. 2^260 is 608 mod p.
fn carry(x: Fe) -> Fe {
  var o: Fe;
  var above = 0u;
  for (var i = 0u; i < 20u; i++) {
    let sum = x[i] + above;
    o[i] = sum & 8191u;
    above = sum >> 13u;
  }
  let lowest = o[0] + 608u * above;
  o[0] = lowest & 8191u;
  o[1] += lowest >> 13u;
  return o;
}

// The limbs below 2^13, without the carry out of the highest.
fn chain(x: Fe) -> Fe {
  var o: Fe;
  var above = 0u;
  for (var i = 0u; i < 20u; i++) {
    let sum = x[i] + above;
    o[i] = sum & 8191u;
    above = sum >> 13u;
  }
  return o;
}

// x plus 19 for each 2^255 in it, without these.
fn fold(x: Fe) -> Fe {
  var o = x;
  o[0] += 19u * (o[19] >> 8u);
  o[19] &= 255u;
  return chain(o);
}

// The number below p, of a carried element.
fn canonical(x: Fe) -> Fe {
  let o = fold(fold(x));
  // o is below 2^255: it is p or more exactly if o + 19 reaches 2^255.
  var plus19 = o;
  plus19[0] += 19u;
  plus19 = chain(plus19);
  var reduced = o;
  reduced[0] += 19u * (plus19[19] >> 8u);
  reduced = chain(reduced);
  reduced[19] &= 255u;
  return reduced;
}

// 1 if the canonical elements are equal, else 0.
fn equal(x: Fe, y: Fe) -> u32 {
  var difference = 0u;
  for (var i = 0u; i < 20u; i++) {
    difference |= x[i] ^ y[i];
  }
  // Limbs have 13 bits.
  return 1u - ((difference + 8191u) >> 13u);
}

// 1 if a loose element is zero, else 0.
fn isZero(x: Fe) -> u32 {
  var zero: Fe;
  return equal(canonical(carry(x)), zero);
}

// 1 if the number below p is odd, else 0.
fn isNegative(x: Fe) -> u32 {
  return canonical(x)[0] & 1u;
}

// All bits for 1, none for 0.
fn maskOf(bit: u32) -> u32 {
  return bit * 4294967295u;
}

// y if the bit is 1, else x.
fn choose(x: Fe, y: Fe, bit: u32) -> Fe {
  let mask = maskOf(bit);
  var o: Fe;
  for (var i = 0u; i < 20u; i++) {
    o[i] = x[i] ^ ((x[i] ^ y[i]) & mask);
  }
  return o;
}

// The lowest 255 bits of 32 bytes, carried.
fn fromWords(words: Words) -> Fe {
  var o: Fe;
  for (var i = 0u; i < 20u; i++) {
    let word = (13u * i) >> 5u;
    let bit = (13u * i) & 31u;
    o[i] = (words[word] >> bit) & 8191u;
    if (bit > 19u && word < 7u) {
      o[i] |= (words[word + 1u] << (32u - bit)) & 8191u;
    }
  }
  o[19] &= 255u;
  return o;
}

// 32 bytes of a canonical element.
fn toWords(x: Fe) -> Words {
  var o: Words;
  for (var i = 0u; i < 20u; i++) {
    let word = (13u * i) >> 5u;
    let bit = (13u * i) & 31u;
    o[word] |= x[i] << bit;
    if (bit > 19u && word < 7u) {
      o[word + 1u] |= x[i] >> (32u - bit);
    }
  }
  return o;
}

// Step n squares the last power so many times, and multiplies with an earlier one. With x^(2^1 - 1), this makes
// exponents 2^k - 1 for k = 2, 3, 5, 10, 20, 40, 50, 100, 200, 250, then 2^252 - 3.
const squarings = array<u32, 11>(1u, 1u, 2u, 5u, 10u, 20u, 10u, 50u, 100u, 50u, 2u);
const factors = array<u32, 11>(0u, 0u, 1u, 3u, 4u, 5u, 4u, 7u, 8u, 7u, 0u);

// x^(2^252 - 3), of a carried element.
fn powerForRoot(x: Fe) -> Fe {
  var powers: array<Fe, 12>;
  powers[0] = x;
  for (var step = 0u; step < 11u; step++) {
    var power = powers[step];
    for (var n = 0u; n < squarings[step]; n++) {
      power = sq(power);
    }
    powers[step + 1u] = mul(power, powers[factors[step]]);
  }
  return powers[11];
}

// 1/x = x^(p - 2), of a carried element. p - 2 is 8·(2^252 - 3) + 3.
fn invert(x: Fe) -> Fe {
  var power = powerForRoot(x);
  for (var n = 0u; n < 3u; n++) {
    power = sq(power);
  }
  return mul(mul(power, sq(x)), x);
}
