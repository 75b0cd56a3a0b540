// @ts-check
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { run, step } from './progress.mjs'

/** Chromium without a window system: smaller and faster. */
const HEADLESS = 'chromium-headless-shell'
const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

/**
 * The path of a Chromium for the browser tests, installed if this machine has none.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function findChromium(root) {
  const given = process.env.CHROMIUM_PATH || onPath([HEADLESS])
  if (given) return given
  if (mayInstall()) await installWithApt(HEADLESS)
  if (mayInstall() && !anyChromium()) await installWithApt('chromium')
  return anyChromium() ?? fromPlaywright(root)
}

export const mayInstall = () => process.getuid?.() === 0 && Boolean(onPath(['apt-get']))

const anyChromium = () => onPath([HEADLESS, ...FULL]) ?? MAC_APPS.find((file) => existsSync(file))

/** @param {string} name */
export async function installWithApt(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await step(`Installing ${name} with apt-get for the browser tests`, async () => {
      await run('apt-get', ['update'], { env })
      await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
    })
  } catch (error) {
    console.log(`apt-get could not (${/** @type {Error} */ (error).message}).`)
  }
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
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return files.find(isExecutable)
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
