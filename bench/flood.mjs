// @ts-check
/**
 * The flood of `pages.ts`, in a process of its own: its work must not delay the clock of the visitor who is measured.
 * `searches URL COUNT` sends COUNT new searches at once; `campaign URL CONNECTIONS SECONDS` asks for the home
 * page with random parameters, as fast as it answers. Prints how often each status came.
 */
import { Agent, get } from 'node:http'
import { constants, setPriority } from 'node:os'

// It stands for other people's devices, which take no processor time from the shop.
setPriority(constants.priority.PRIORITY_LOW)

const [kind, url = '', amount, seconds] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
/** @type {Record<string, number>} */
const statuses = {}

/** @param {string} path @returns {Promise<void>} */
function ask(path) {
  return new Promise((resolve) => {
    const count = (/** @type {string | number} */ status) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      resolve()
    }
    get(url + path, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.on('end', () => count(response.statusCode ?? 0)).resume()
    }).on('error', () => count('failed'))
  })
}

/** @param {number} until */
async function visitUntil(until) {
  while (Date.now() < until) await ask(`/?x=${Math.random()}`)
}

if (kind === 'searches') {
  const first = Date.now() % 1_000_000
  const searches = Array.from({ length: Number(amount) }, (_, n) => first + n)
  await Promise.all(searches.map((price) => ask(`/products?q=serum&max_price=${price}`)))
} else {
  const until = Date.now() + Number(seconds) * 1000
  await Promise.all(Array.from({ length: Number(amount) }, () => visitUntil(until)))
}
agent.destroy()
console.log(JSON.stringify(statuses))
