import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|svg|txt)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses the browser's files at build time, at the highest level. */
export function precompress(): Plugin {
  return {
    name: 'petal:precompress',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true })
      await Promise.all(
        names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(dir, name))),
      )
    },
  }
}

async function compress(file: string) {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await brotli(bytes, { params }))
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
}
