import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltShop, givenBuiltShop } from '#server/testing/built-shop.ts'
import { freePort } from '#server/testing/free-port.ts'

// What petal.socket does: the address is held by systemd, here by its program for tests.

const ACTIVATE = '/usr/bin/systemd-socket-activate'
/** It passes on only what is named. */
const PASSED = ['PORT', 'CLOVER_SIMULATOR_PORT', 'DATA_DIR', 'WEB_CONCURRENCY', 'LOG_LEVEL']

describe.runIf(existsSync(ACTIVATE))('with a socket of systemd', () => {
  let shop: BuiltShop
  let first: Promise<Response>

  beforeAll(async () => {
    const port = String(await freePort())
    const variables = PASSED.flatMap((name) => ['--setenv', name])
    const within = [ACTIVATE, '--listen', `127.0.0.1:${port}`, ...variables]
    const starting = givenBuiltShop({ PORT: port, WEB_CONCURRENCY: '1' }, { within })
    // The first visitor starts the shop, and waits for it.
    first = untilListening(`http://127.0.0.1:${port}/`)
    shop = await starting
  })

  test('a visitor who comes before the shop is open waits and gets the page', async () => {
    expect((await first).status).toBe(200)
  })

  test('while the only web process is replaced, or killed, nobody is refused', async () => {
    const [before = 0] = shop.webProcesses()
    await shop.restartWebProcesses()
    expect((await fetch(shop.url)).status).toBe(200)
    const [after = 0] = shop.webProcesses()
    expect(after).not.toBe(before)
    process.kill(after, 'SIGKILL')
    expect((await fetch(shop.url, { headers: { connection: 'close' } })).status).toBe(200)
  })
})

/** Until the program that holds the address has started. */
async function untilListening(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url).catch((error) => error.cause?.code as string)
    if (answer !== 'ECONNREFUSED') {
      if (answer instanceof Response) return answer
      throw new Error(`${url}: ${answer}`)
    }
  }
}
