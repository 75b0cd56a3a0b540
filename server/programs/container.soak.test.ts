import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { freePort } from '#server/testing/free-port.ts'

// The steps of the Dockerfile without a container engine: in folders instead of images.

const root = path.resolve(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0
const SECRET = '0'.repeat(64)
const INSTALLING_MS = 20 * 60_000
/** Only to end a test that would wait for ever; a busy machine takes its time. */
const PATIENCE = { timeout: 300_000, interval: 200 }

const folder = mkdtempSync(path.join(tmpdir(), 'petal-image-'))
const build = path.join(folder, 'build')
const unpacked = path.join(folder, 'release')
const app = path.join(folder, 'srv/petal')
const data = path.join(folder, 'data')
const petal = path.join(app, 'petal')
onFileEnd(() => rmSync(folder, { recursive: true, force: true }))

type Step = { instruction: string; text: string }

/** Instructions by stage, with continued lines joined. */
function readStages(): Step[][] {
  const lines = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    .replace(/^\s*#.*$/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const steps = lines.map((line) => {
    const [, instruction = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    return { instruction, text }
  })
  const starts = steps.flatMap(({ instruction }, n) => (instruction === 'FROM' ? [n] : []))
  return starts.map((start, n) => steps.slice(start, starts[n + 1]))
}

const textOf = (stage: Step[], instruction: string) =>
  stage.filter((step) => step.instruction === instruction).map(({ text }) => text)

const [buildStage = [], finalStage = []] = readStages()

/** What `COPY . .` finds: files of git without those of .dockerignore, where the last line that matches decides. */
function listContext(): string[] {
  const rules = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const pattern = line.replace(/^!/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')
      return { ignores: !line.startsWith('!'), matches: new RegExp(`^${pattern}(/|$)`) }
    })
  const isIgnored = (file: string) =>
    rules.findLast(({ matches }) => matches.test(file))?.ignores ?? false
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim()
  return files.split('\n').filter((file) => !isIgnored(file))
}

beforeAll(() => {
  for (const file of listContext()) cpSync(path.join(root, file), path.join(build, file))
  // Not the NODE_ENV of the tests.
  const TARGETARCH = process.arch === 'x64' ? 'amd64' : process.arch
  const env = { ...process.env, NODE_ENV: undefined, TARGETARCH }
  for (const command of textOf(buildStage, 'RUN')) {
    const here = command.replaceAll(' /release', ` ${unpacked}`)
    execFileSync('sh', ['-c', here], { cwd: build, env, stdio: 'inherit' })
  }
  expect(textOf(finalStage, 'COPY')).toEqual(['--from=build --chown=root:root /release/petal ./'])
  cpSync(path.join(unpacked, 'petal'), app, { recursive: true, verbatimSymlinks: true })
  mkdirSync(data)
  // Made for its owner alone; the image is for another user.
  chmodSync(folder, 0o755)
}, INSTALLING_MS)

/** Some user that is not root and may use the socket of the test database. */
function otherUser(databaseUrl: string) {
  const { uid, gid } = statSync(new URL(databaseUrl).searchParams.get('host') ?? '')
  chownSync(data, uid, gid)
  return { uid, gid }
}

test('the image starts as another user than root, becomes healthy and stops when asked', async () => {
  expect(textOf(finalStage, 'USER')).toEqual(['node'])
  const port = String(await freePort())
  const { url } = await givenDatabase()
  const variables = textOf(finalStage, 'ENV')
    .join(' ')
    .split(/\s+/)
    .map((pair) => pair.split('='))
  const env = {
    ...Object.fromEntries(variables),
    PATH: `${app}${path.delimiter}${process.env.PATH}`,
    PORT: port,
    DATA_DIR: data,
    DATABASE_URL: url,
    PUBLIC_URL: `http://localhost:${port}`,
    SESSION_SECRET: SECRET,
    ENCRYPTION_KEY: SECRET,
  }
  const as = isRoot ? otherUser(url) : {}
  const [entry] = JSON.parse(textOf(finalStage, 'ENTRYPOINT')[0] ?? '[]')
  expect(entry).toBe('petal')
  const inside = (...args: string[]) =>
    execFileSync(petal, args, { cwd: app, env, encoding: 'utf8', stdio: 'pipe', ...as })
  const args = JSON.parse(textOf(finalStage, 'CMD')[0] ?? '[]')
  const shop = spawn(petal, args, { cwd: app, env, ...as })
  onFileEnd(() => shop.kill('SIGKILL'))
  let output = ''
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  await vi.waitFor(() => expect(output).toContain('/first-owner#'), PATIENCE)
  expect(await (await fetch(`http://localhost:${port}/`)).text()).toContain('<h1')

  const health = textOf(finalStage, 'HEALTHCHECK')[0] ?? ''
  const [program = '', ...options] = JSON.parse(health.slice(health.indexOf('[')))
  execFileSync(program, options, { cwd: app, env })

  // As `docker compose exec shop petal …` runs them.
  const backup = path.join(data, 'shop.tar.gz')
  expect(inside('backup', backup)).toContain(`The backup is in ${backup}`)
  expect(inside('admin', 'list')).toContain('Nobody is an administrator yet.')
  inside('doctor')
  const ended = once(shop, 'exit')
  shop.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(() => execFileSync(program, options, { cwd: app, env, stdio: 'ignore' })).toThrow()
})
