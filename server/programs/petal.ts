import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { programIn, versionFolder, versionIn } from '../platform/installation.ts'

/** What a release can do; the rest of the line goes to the program. */
const COMMANDS: Record<string, { program: string; does: string; example?: string }> = {
  start: { program: 'supervisor.js', does: 'starts the shop, with its own PostgreSQL' },
  admin: { program: 'admin.js', does: 'who runs the shop', example: 'list' },
  demo: { program: 'demo.js', does: 'fills the empty database of DATABASE_URL with the demo' },
  doctor: { program: 'doctor.js', does: 'checks that stock, orders, payments and files add up' },
  backup: { program: 'backup.js', does: 'database and files in one archive', example: 'FILE' },
  restore: { program: 'restore.js', does: 'a backup into an empty shop', example: 'FILE' },
  upgrade: { program: 'upgrade.js', does: 'another version, without closing', example: 'FILE' },
}
/** Their argument is a file, which the caller names from the folder that they are in. */
const WITH_FILE = ['backup', 'restore', 'upgrade']
const OLDEST_NODE = [20, 19] as const

function help() {
  const lines = Object.entries(COMMANDS).map(
    ([name, { does, example = '' }]) => `  ${`petal ${name} ${example}`.padEnd(22)} ${does}`,
  )
  return [
    `Petal ${versionIn(versionFolder)}`,
    '',
    ...lines,
    `  ${'petal help'.padEnd(22)} this`,
  ].join('\n')
}

function isNodeTooOld() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])
}

/** `petal COMMAND` of a release. Its home, with `.env` and `data`, is two folders above the version. */
async function main() {
  const [name = 'help', ...args] = process.argv.slice(2)
  const command = COMMANDS[name]
  if (isNodeTooOld()) {
    console.error(
      `Petal needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.version}. Get a current one from https://nodejs.org.`,
    )
    process.exitCode = 1
  } else if (command) {
    const home = path.resolve(versionFolder, '../..')
    const given = WITH_FILE.includes(name) ? args.map(absolute) : args
    const program = programIn(versionFolder, command.program)
    process.env.PETAL_HOME = home
    process.chdir(home)
    process.argv = [process.argv[0] ?? '', program, ...given]
    // In this process, so that signals and the exit code need no forwarding.
    await import(pathToFileURL(program).href)
  } else {
    const isAsked = ['help', '--help', '-h', 'version', '--version'].includes(name)
    console.log(isAsked ? help() : `There is no command "${name}".\n\n${help()}`)
    if (!isAsked) process.exitCode = 1
  }
}

const absolute = (arg: string) => (arg.startsWith('--') ? arg : path.resolve(arg))

await main()
