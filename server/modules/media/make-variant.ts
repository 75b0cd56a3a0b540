import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readVariantName } from './picture-name.ts'
import { exists, writeWhole } from './store-picture.ts'

const QUALITY = { avif: { quality: 50, effort: 2 }, webp: { quality: 75, effort: 2 } } as const
const AT_ONCE = 2

/**
 * Sizes are drawn when somebody first asks for them, then kept. One drawing at a time per size, and few in
 * all, so that a new picture never slows the shop down.
 */
export function createVariantMaker(folder: string) {
  const underWay = new Map<string, Promise<void>>()
  const queue: (() => void)[] = []
  let running = 0

  async function turn() {
    if (running >= AT_ONCE) await new Promise<void>((go) => queue.push(go))
    running++
  }
  function done() {
    running--
    queue.shift()?.()
  }

  async function make(name: string) {
    const variant = readVariantName(name)
    if (!variant || (await exists(join(folder, name)))) return
    const original = await findOriginal(folder, variant.original)
    if (!original) return
    await turn()
    try {
      const drawn = sharp(await readFile(original)).resize({ width: variant.width })
      const { avif, webp } = QUALITY
      const bytes = await (variant.format === 'avif'
        ? drawn.avif(avif)
        : drawn.webp(webp)
      ).toBuffer()
      await writeWhole(join(folder, name), bytes)
    } finally {
      done()
    }
  }

  return (name: string): Promise<void> => {
    const running = underWay.get(name) ?? make(name).finally(() => underWay.delete(name))
    underWay.set(name, running)
    return running
  }
}

async function findOriginal(folder: string, base: string) {
  for (const extension of ['webp', 'jpg', 'png', 'avif', 'gif']) {
    const file = join(folder, `${base}.${extension}`)
    if (await exists(file)) return file
  }
  return undefined
}
