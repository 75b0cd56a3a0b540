import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { endProcess } from './shutdown.ts'

const STOP_LIMIT_MS = 5000
const RESTART_MS = 1000

type Options = {
  program: string
  port: number
  ledgerFile: string
  webhookUrl: string
  log: (line: string) => void
}

/** Runs the simulator of the payment provider; restarts it under the same address when it ends. */
export async function startSimulatorProcess(options: Options) {
  let stopping = false
  let { child, url } = await launch(options)
  restartWhenEnded()

  function restartWhenEnded() {
    child.once('exit', async () => {
      if (stopping) return
      options.log('The Clover simulator ended; starting it again.')
      await wait(RESTART_MS)
      if (stopping) return
      const again = await launch({ ...options, port: Number(new URL(url).port) }).catch(
        () => undefined,
      )
      if (!again) return options.log('The Clover simulator does not start again.')
      child = again.child
      restartWhenEnded()
    })
  }

  async function stop(hurry: AbortSignal) {
    stopping = true
    await endProcess(child, hurry, STOP_LIMIT_MS)
  }
  return { url, stop }
}

async function launch({ program, port, ledgerFile, webhookUrl }: Options) {
  const child = fork(program, {
    // In its own session: Ctrl-C must not end it before the web processes finished their payments.
    // If this process is killed, it ends with the closed IPC channel.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      CLOVER_SIMULATOR_PORT: String(port),
      CLOVER_SIMULATOR_LEDGER: ledgerFile,
      CLOVER_SIMULATOR_WEBHOOK_URL: webhookUrl,
    },
  })
  return { child, url: await readUrl(child) }
}

async function readUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The Clover simulator has no output to read.')
  const lines = createInterface(child.stdout)
  const ended = once(child, 'exit').then(() => ['(ended)'])
  const [line] = await Promise.race([once(lines, 'line'), ended])
  const url = /https?:\/\/\S+/.exec(String(line))?.[0]
  if (!url) throw new Error(`The Clover simulator did not start: ${line}`)
  return url
}
