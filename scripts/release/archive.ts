import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, readdir, readlink, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'

type Options = { builtAt: Date; level?: number | undefined }

/** Packs a folder; the same files make the same archive. Its checksum lies beside it. */
export async function archive(folder: string, file: string, { builtAt, level = 9 }: Options) {
  const tar = pack()
  const written = pipeline(tar, createGzip({ level }), createWriteStream(file))
  // A failure of either ends both; it is thrown where they are awaited.
  const filled = fill(tar, path.dirname(folder), path.basename(folder), builtAt).then(
    () => tar.finalize(),
    (error) => tar.destroy(error),
  )
  await Promise.all([written, filled])
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  const sha256 = hash.digest('hex')
  await writeFile(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`)
  return { sha256, bytes: (await stat(file)).size }
}

async function fill(tar: Pack, base: string, name: string, mtime: Date): Promise<void> {
  const file = path.join(base, name)
  const found = await lstat(file)
  // Modes of the machine that built it do not count, only whether a file can be run.
  const common = { name, mtime, uid: 0, gid: 0 }
  if (found.isSymbolicLink()) {
    tar.entry({ ...common, type: 'symlink', mode: 0o777, linkname: await readlink(file) })
  } else if (found.isDirectory()) {
    tar.entry({ ...common, type: 'directory', mode: 0o755 })
    for (const one of (await readdir(file)).sort()) await fill(tar, base, `${name}/${one}`, mtime)
  } else {
    const mode = found.mode & 0o100 ? 0o755 : 0o644
    const entry = tar.entry({ ...common, type: 'file', mode, size: found.size })
    await pipeline(createReadStream(file), entry)
  }
}
