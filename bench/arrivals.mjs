// @ts-check
/**
 * Visitors who arrive at a steady pace, each on a new connection and whether or not those before have their page, for
 * SECONDS: `arrivals URL SECONDS`. Prints how long each waited, in ms.
 */
import { get } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 20

// Each has a device of its own: here it would wait for a core that others use, which is not the shop's time.
try {
  setPriority(constants.priority.PRIORITY_HIGHEST)
} catch {
  console.error('Without the right to raise priorities, waiting for a core is measured, too.')
}

const [url = '', seconds] = process.argv.slice(2)

/** @returns {Promise<number>} */
const visit = () =>
  new Promise((resolve, reject) => {
    const begin = performance.now()
    get(url, { agent: false, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - begin))
    }).on('error', reject)
  })

const visits = []
const until = Date.now() + Number(seconds) * 1000
while (Date.now() < until) {
  visits.push(visit())
  await pause(EVERY_MS)
}
console.log(JSON.stringify(await Promise.all(visits)))
