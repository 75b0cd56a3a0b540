// Arithmetic in GF(2^8) with the polynomial that QR codes use, x^8 + x^4 + x^3 + x^2 + 1.

const POLYNOMIAL = 0x11d

function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * POLYNOMIAL)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

/** The product of (x - 2^0) … (x - 2^(degree-1)), without its leading 1. */
function divisorOf(degree: number): number[] {
  const coefficients = [...Array(degree - 1).fill(0), 1]
  let root = 1
  for (let n = 0; n < degree; n++) {
    for (let i = 0; i < degree; i++) {
      coefficients[i] = multiply(coefficients[i] ?? 0, root) ^ (coefficients[i + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  return coefficients
}

/** The bytes that let a reader mend the others. */
export function correctionBytes(data: readonly number[], count: number): number[] {
  const divisor = divisorOf(count)
  const rest: number[] = Array(count).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let i = 0; i < count; i++) rest[i] = (rest[i] ?? 0) ^ multiply(divisor[i] ?? 0, factor)
  }
  return rest
}
