// Alone in its file: it is all that the shopper's home page needs of contract/colours.ts.

/** Relative luminance of a colour over white. */
export function luminance(colour: string, opacity = 100): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(colour.slice(at, at + 2), opacity))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function channel(hex: string, opacity: number): number {
  const value = 1 - (1 - Number.parseInt(hex, 16) / 255) * (opacity / 100)
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
