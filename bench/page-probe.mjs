// Asks for a page at a steady pace until the parent ends it, then sends how long each answer took, in ms.
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 10
const [, , url = ''] = process.argv

const visit = () =>
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
await visit()
process.send?.('ready')
while (!isOver) {
  const begin = performance.now()
  await visit()
  times.push(performance.now() - begin)
  await pause(EVERY_MS)
}
process.send?.(times)
process.disconnect()
