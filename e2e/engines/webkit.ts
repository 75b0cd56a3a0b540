import { Buffer } from 'node:buffer'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Engine, KEYS, type Size, type Window } from './engine.ts'

export type WebKitPrograms = { xvfb: string; driver: string; browser: string }

/** The key under which WebDriver sends elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const SCREEN = '1600x1200x24'
const START_MS = 60_000
/** Only to end what would wait for ever: a busy machine is slow. */
const ANSWER_MS = 60_000

/** WebKit of GTK, the engine of Safari, in a window that nobody sees. Each window has a driver of its own. */
export async function startWebKit(programs: WebKitPrograms): Promise<Engine> {
  const screen = await openScreen(programs.xvfb)
  const windows = new Set<Window>()
  const openWindow = async () => {
    const { window, version } = await startWindow(programs, screen.display)
    windows.add(window)
    const close = async () => {
      windows.delete(window)
      await window.close()
    }
    return { window: { ...window, close }, version }
  }
  const first = await openWindow()
  await first.window.close()
  return {
    name: 'WebKit',
    version: first.version,
    openWindow: async () => (await openWindow()).window,
    close: async () => {
      for (const window of windows) await window.close()
      await end(screen.process)
    },
  }
}

/** Xvfb chooses a free display and writes its number to the third descriptor. */
async function openScreen(xvfb: string) {
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp']
  const child = spawn(xvfb, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = await once(child.stdio[3] as NodeJS.ReadableStream, 'data')
  return { process: child, display: `:${String(number).trim()}` }
}

async function startWindow({ driver, browser }: WebKitPrograms, display: string) {
  const port = await freePort()
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LANG: 'C.UTF-8',
      NO_AT_BRIDGE: '1',
      // Root cannot have it.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const troubles = watch(child)
  const server = `http://127.0.0.1:${port}`
  await untilReady(server)
  const args = ['--automation', '--enable-write-console-messages-to-stdout=true']
  const options = { 'webkitgtk:browserOptions': { binary: browser, args } }
  const { sessionId, capabilities } = await ask<{
    sessionId: string
    capabilities: { browserVersion: string }
  }>('POST', `${server}/session`, { capabilities: { alwaysMatch: options } })
  const window = windowOf(`${server}/session/${sessionId}`, child, troubles)
  return { window, version: capabilities.browserVersion }
}

function windowOf(session: string, child: ChildProcess, troubles: string[]): Window {
  const post = <Value>(path: string, body: object = {}) =>
    ask<Value>('POST', `${session}/${path}`, body)
  const evaluate = (expression: string) =>
    post('execute/sync', { script: `return ${expression}`, args: [] })
  const keys = (texts: string[]) =>
    post('actions', {
      actions: [
        {
          type: 'key',
          id: 'keyboard',
          actions: texts.flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        },
      ],
    })
  return {
    goto: async (url) => {
      await post('url', { url })
    },
    evaluate,
    clickAt: async (x, y) => {
      await post('actions', { actions: [pointer(Math.round(x), Math.round(y))] })
    },
    type: async (text) => {
      await keys([...text])
    },
    press: async (key) => {
      await keys([KEYS[key]])
    },
    // Here an arrow leads on to the next part.
    typeDay: async (parts) => {
      for (const [n, part] of parts.entries()) {
        if (n > 0) await keys([KEYS.ArrowRight])
        await keys([...part])
      }
    },
    chooseFile: async (selector, file) => {
      const search = { using: 'css selector', value: `input${selector}` }
      const found = await post<Record<string, string>>('element', search)
      await post(`element/${found[ELEMENT]}/value`, { text: file })
    },
    resize: async (size) => {
      const frame = (await evaluate(FRAME)) as Size
      const { width, height } = frame
      await post('window/rect', { width: size.width + width, height: size.height + height })
    },
    screenshot: async () =>
      Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'),
    troubles,
    close: async () => {
      await ask('DELETE', session).catch(() => {})
      await end(child)
    },
  }
}

/** What the window has around the page. */
const FRAME = '({ width: outerWidth - innerWidth, height: outerHeight - innerHeight })'

const pointer = (x: number, y: number) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', duration: 0, x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

/** The browser writes its console to the output that it shares with its driver. */
function watch(child: ChildProcess) {
  const troubles: string[] = []
  let rest = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      troubles.push(...lines.filter((line) => /CONSOLE .*(ERROR|WARN)/.test(line)))
    })
  }
  return troubles
}

async function untilReady(server: string) {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    const answer = await fetch(`${server}/status`).catch(() => undefined)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error('WebKitWebDriver did not start')
}

async function ask<Value>(method: string, url: string, body?: object): Promise<Value> {
  const signal = AbortSignal.timeout(ANSWER_MS)
  const answer = await fetch(url, { method, body: body && JSON.stringify(body), signal })
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? address?.port : undefined
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
