// @ts-check
import { readdirSync } from 'node:fs'
import { installWithApt, isExecutable, mayInstall, onPath } from './find-chromium.mjs'
import { Failure } from './progress.mjs'

const FIREFOX_NAMES = ['firefox-esr', 'firefox']

/**
 * The path of a Firefox, installed if this machine has none.
 * @returns {Promise<string>}
 */
export async function findFirefox() {
  const find = () => process.env.FIREFOX_PATH || onPath(FIREFOX_NAMES)
  if (!find() && mayInstall()) await installWithApt('firefox-esr')
  return find() ?? missing('Firefox', 'firefox-esr', 'FIREFOX_PATH')
}

/**
 * WebKit's browser and driver, and a screen for them, installed where they are missing.
 * @returns {Promise<{ xvfb: string, driver: string, browser: string }>}
 */
export async function findWebKit() {
  if (!onPath(['Xvfb']) && mayInstall()) await installWithApt('xvfb')
  if (!(onPath(['WebKitWebDriver']) && findMiniBrowser()) && mayInstall()) {
    await installWithApt('webkit2gtk-driver')
  }
  return {
    xvfb: onPath(['Xvfb']) ?? missing('Xvfb', 'xvfb'),
    driver: onPath(['WebKitWebDriver']) ?? missing('WebKitWebDriver', 'webkit2gtk-driver'),
    browser:
      findMiniBrowser() ??
      missing('MiniBrowser of WebKit', 'webkit2gtk-driver', 'MINIBROWSER_PATH'),
  }
}

/** It lies in the folder of the library, which is named after the platform and its version. */
function findMiniBrowser() {
  if (process.env.MINIBROWSER_PATH) return process.env.MINIBROWSER_PATH
  const folders = ['/usr/lib', '/usr/lib64', '/usr/libexec'].flatMap((folder) => [
    folder,
    ...subfolders(folder),
  ])
  return folders
    .flatMap((folder) => subfolders(folder).filter((name) => /\/webkit2?gtk-[\d.]+$/.test(name)))
    .map((folder) => `${folder}/MiniBrowser`)
    .find(isExecutable)
}

/** @param {string} folder */
function subfolders(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`)
  } catch {
    return []
  }
}

/**
 * @param {string} what
 * @param {string} debian
 * @param {string} [variable]
 * @returns {never}
 */
function missing(what, debian, variable) {
  const named = variable ? ` or name it with ${variable}` : ''
  throw new Failure(
    `There is no ${what} here. Install it (in Debian the package ${debian})${named}.`,
  )
}
