import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import { browseDuring, reportSlowdown } from './browsing.ts'
import { startWholeShop } from './demo-shop.ts'
import { memoryOfTree } from './process-memory.ts'
import { report } from './report/figures.ts'

/** What fifty uploads at once may cost the machine and the other visitors. */
const BUDGETS = { memoryGrowthMb: 200 }

const PORT = 3393
const UPLOADS = 50
const FILE_BYTES = 5 * 1024 * 1024
const NORMAL_SECONDS = 10
const SAMPLE_EVERY_MS = 100

const url = `http://localhost:${PORT}`

/** The whole shop as `npm start` runs it: all its web processes, its database and its jobs. */
async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-bench-'))
  const shop = await startWholeShop(url, { PORT: String(PORT), DATA_DIR: dataDir })
  try {
    await measure(shop.pid)
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(pid: number) {
  const cookie = await signIn()
  const photo = await makePhoto()
  // The first uploads load the libraries in each web process, which is not growth by many.
  for (let n = 0; n < 4; n++) await upload(cookie, photo)
  const normal = await browseDuring([url], () => pause(NORMAL_SECONDS * 1000))
  const before = memoryOfTree(pid)

  const begin = performance.now()
  let isOver = false
  let peak = 0
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, memoryOfTree(pid))
      await pause(SAMPLE_EVERY_MS)
    }
  })()
  let attempts = 0
  const loaded = await browseDuring([url], async () => {
    // The senders are other people's devices: here they use what the shop and its visitors leave.
    setPriority(19)
    const each = await Promise.all(Array.from({ length: UPLOADS }, () => upload(cookie, photo)))
    attempts = each.reduce((sum, one) => sum + one, 0)
  })
  isOver = true
  await watching
  const seconds = (performance.now() - begin) / 1000

  const growth = peak - before
  console.log(`\n${UPLOADS} parallel uploads of ${(photo.length / 1024 / 1024).toFixed(1)} MB`)
  console.log(`  all stored after ${seconds.toFixed(0)} s, ${attempts} attempts`)
  console.log(
    `  memory of all processes: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most: growth ${growth.toFixed(0)} MB, budget ${BUDGETS.memoryGrowthMb} MB`,
  )
  const group = `${UPLOADS} uploads of 5 MB at once`
  report({
    group,
    name: 'memory at most, over before',
    value: growth,
    unit: 'MB',
    atMost: BUDGETS.memoryGrowthMb,
  })
  reportSlowdown(group, normal, loaded)
  report({ group, name: 'until all are stored', value: seconds, unit: 's' })
}

async function signIn() {
  const { email, password } = DEMO_ACCOUNTS.admin
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** A photograph of 12 megapixels with as much detail as the limit allows. */
async function makePhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const size = { width: 3000, height: 4000 }
  const picture = await sharp({ create: { ...size, channels: 3, background: '#fff', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  let photo = Buffer.alloc(0)
  for (let quality = 20; quality < 100; quality += 2) {
    const larger = await sharp(picture).jpeg({ quality }).toBuffer()
    if (larger.length > FILE_BYTES) break
    photo = larger
  }
  return photo
}

/** As the browser does: again, when the server asks for that. Returns the number of attempts. */
async function upload(cookie: string, photo: Buffer) {
  for (let attempt = 1; ; attempt++) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
    const answer = await fetch(`${url}/api/media?purpose=product`, {
      method: 'POST',
      headers: { origin: url, cookie },
      body: form,
    })
    await answer.text()
    if (answer.ok) return attempt
    if (answer.status !== 503) throw new Error(`Upload refused: ${answer.status}`)
    await pause(Number(answer.headers.get('retry-after')) * 1000 * (0.75 + Math.random() / 2))
  }
}

await main()
