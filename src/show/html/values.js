/* SPDX-License-Identifier: Apache-2.0 */
/* What bits stand for: src/numeric/format.c and src/ask/run/value_text.c, in script. docs/semantics/formats.md */
'use strict';

function lowMask(bits) {
  return 2 ** bits - 1;
}

function bitsAt(word, low, width) {
  return width === 0 ? 0 : Math.floor(word / 2 ** low) % 2 ** width;
}

/* {kind: 'finite' | 'infinite' | 'nan', isNegative, significand, exponent2}; of a block datum the shared exponent stands
 * in bits 15:8. */
function valueParts(format, bits) {
  if (format.isInteger) {
    const isSigned = format.mantissa < format.storage;
    return {
      kind: 'finite', exponent2: 0, significand: bitsAt(bits, 0, format.mantissa),
      isNegative: isSigned && bitsAt(bits, format.mantissa, 1) === 1,
    };
  }
  const bias = 2 ** (format.exponent - 1) - 1;
  if (format.isBlock) {
    const significand = bitsAt(bits, 0, format.mantissa);
    const isNegative = bitsAt(bits, format.mantissa, 1) === 1;
    return {
      kind: isNegative && significand === 0 ? 'infinite' : 'finite', isNegative, significand,
      exponent2: bitsAt(bits, 8, 8) - bias - (format.mantissa - 1),
    };
  }
  const low = format.isPadded ? format.storage - 1 - format.exponent - format.mantissa : 0;
  const mantissa = bitsAt(bits, low, format.mantissa);
  const exponent = bitsAt(bits, low + format.mantissa, format.exponent);
  const isNegative = bitsAt(bits, low + format.mantissa + format.exponent, 1) === 1;
  let kind = 'finite';
  if (exponent === lowMask(format.exponent)) {
    if (format.exponent === 8) kind = mantissa ? 'nan' : 'infinite';
    else if (mantissa === lowMask(format.mantissa)) kind = 'infinite';
  }
  return {
    kind, isNegative, significand: mantissa + (exponent ? 2 ** format.mantissa : 0),
    exponent2: Math.max(exponent, 1) - bias - format.mantissa,
  };
}

/* The digits of a number, "1.25e+3"; exactly half way to the even one, as C rounds, where script takes the larger. */
function exponential(number, digits) {
  const FURTHER = 30;
  const [mantissa, exponent] = number.toExponential(digits - 1 + FURTHER).split('e');
  const shortened = mantissa.slice(0, mantissa.length - FURTHER);
  const isHalf = /^50*$/.test(mantissa.slice(-FURTHER)) && '02468'.includes(shortened.slice(-1));
  return isHalf ? `${shortened}e${exponent}` : number.toExponential(digits - 1);
}

/* C's %.*g. */
function general(number, digits) {
  if (number === 0) return '0';
  const [mantissa, exponent] = exponential(number, digits).split('e');
  const power = Number(exponent);
  const strip = (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  if (power < -4 || power >= digits) {
    const shown = String(Math.abs(power)).padStart(2, '0');
    return `${strip(mantissa)}e${power < 0 ? '-' : '+'}${shown}`;
  }
  return strip(Number(`${mantissa}e${exponent}`).toFixed(Math.max(0, digits - 1 - power)));
}

/* As many digits as any two values need to differ. */
function valueText(format, bits) {
  if (!format || !format.isDatum) return String(bits);
  const parts = valueParts(format, bits);
  const sign = parts.isNegative ? '-' : '';
  if (parts.kind === 'infinite') return `${sign}inf`;
  if (parts.kind === 'nan') return `${sign}nan`;
  let digits = 8;
  if (format.isInteger) digits = 10;
  else if (format.mantissa > 10) digits = 9;
  return sign + general(parts.significand * 2 ** parts.exponent2, digits);
}

function bitsText(format, bits) {
  const digitsOf = (number, digits) => number.toString(16).padStart(digits, '0');
  if (!format) return digitsOf(bits, 1);
  if (format.isBlock) return `${digitsOf(bitsAt(bits, 8, 8), 2)}:${digitsOf(bits % 256, format.storage > 4 ? 2 : 1)}`;
  const width = format.isPadded ? format.storage : 1 + format.exponent + format.mantissa;
  return digitsOf(bits, Math.ceil(width / 4));
}

/* The power of two that a value begins at; null for zero and what is no number. */
function valueExponent(format, bits) {
  const parts = valueParts(format, bits);
  if (parts.kind !== 'finite' || parts.significand === 0) return null;
  return parts.exponent2 + Math.floor(Math.log2(parts.significand));
}

/* How far two patterns of one format are, in units in the last place, as format_ulps() has it; of no block format. */
function ulpsApart(format, a, b) {
  if (format.isInteger && format.mantissa === format.storage) return Math.abs(a - b);
  const width = format.exponent + format.mantissa;
  const low = format.isPadded && !format.isInteger ? format.storage - 1 - width : 0;
  const place = (bits) => bitsAt(bits, low, width) * (bitsAt(bits, low + width, 1) ? -1 : 1);
  const apart = Math.abs(place(a) - place(b));
  return apart === 0 && bitsAt(a, 0, low) !== bitsAt(b, 0, low) ? 1 : apart;
}

/* Distances in units in the last place, by class; as distance_class() in html_tiles.c: each begins at a power of two,
 * so that 300 and 30,000 are two colours. null: infinitely far. */
const DISTANCE_NAMES = ['same', '1 ulp', '2–3', '4–15', '16–255', '256–4,095', '4,096–65,535', '2^16–', '2^24–', 'infinite'];
const INFINITE = 9;
const DISTANCE_BITS = [0, 1, 2, 4, 8, 12, 16, 24]; /* the most bits that a distance of a class has; the last has more */

function classOfBits(bits) {
  const found = DISTANCE_BITS.findIndex((most, kind) => kind && bits <= most);
  return found < 0 ? DISTANCE_BITS.length : found;
}

function distanceClass(ulps) {
  return ulps === null ? INFINITE : classOfBits(ulps < 1 ? 1 : Math.floor(Math.log2(ulps)) + 1);
}

function distanceText(ulps) {
  return ulps === null ? 'infinitely far' : `${count(ulps)} ulp`;
}
