// @ts-check
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { run, step } from './progress.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ON_A_MAC = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

/**
 * A Chromium for the browser tests, fetched if this machine has none.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function findChromium(root) {
  const given = process.env.CHROMIUM_PATH
  const found = given || onPath(NAMES) || ON_A_MAC.find((file) => existsSync(file))
  if (found) return found
  if (process.getuid?.() === 0 && onPath(['apt-get']))
    return (await fromApt()) ?? fromPlaywright(root)
  return fromPlaywright(root)
}

async function fromApt() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await step('No Chromium here; installing one with apt-get', async () => {
      await run('apt-get', ['update'], { env })
      await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { env })
    })
  } catch (error) {
    console.log(`apt-get has none (${/** @type {Error} */ (error).message}).`)
  }
  return onPath(NAMES)
}

/** @param {string} root */
async function fromPlaywright(root) {
  const command = path.join(root, 'node_modules/.bin/playwright')
  await step('No Chromium here; downloading the one that Playwright offers', () =>
    run(command, ['install', 'chromium'], { cwd: root }),
  )
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/** @param {string[]} names */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return files.find(isExecutable)
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
