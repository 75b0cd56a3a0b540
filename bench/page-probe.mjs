// Asks for pages in turn at a steady pace until the parent ends it, then sends how long each answer took, in ms.
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 10
const urls = process.argv.slice(2)

const visit = (/** @type {string} */ url) =>
  new Promise((resolve, reject) => {
    request(url, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })

const times = []
let isOver = false
process.once('message', () => {
  isOver = true
})
for (const url of urls) await visit(url)
process.send?.('ready')
for (let n = 0; !isOver; n++) {
  const begin = performance.now()
  await visit(urls[n % urls.length] ?? '')
  times.push(performance.now() - begin)
  await pause(EVERY_MS)
}
// Not before it is written: a long list takes several writes.
process.send?.(times, () => process.disconnect())
