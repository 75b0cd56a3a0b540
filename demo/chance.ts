export type Chance = ReturnType<typeof createChance>

/** Chance that repeats itself: the same seed always draws the same, so that two demo shops look alike. */
export function createChance(seed: number) {
  const next = mulberry32(seed)
  const between = (least: number, most: number) => least + next() * (most - least)
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1))
  const happens = (probability: number) => next() < probability

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[whole(0, items.length - 1)]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }

  /** So many different ones, in the order drawn; heavier items come sooner. */
  function draw<Item>(items: readonly Item[], count: number, weigh: (item: Item) => number) {
    return items
      .map((item) => ({ item, rank: next() ** (1 / weigh(item)) }))
      .sort((a, b) => b.rank - a.rank)
      .slice(0, count)
      .map(({ item }) => item)
  }

  return { between, whole, happens, pick, draw }
}

function mulberry32(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
}
