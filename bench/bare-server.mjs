// @ts-check
/** A bare Node server that returns, for every request, the bytes and headers the shop gave for one page. */
import { createServer, get } from 'node:http'

const [port, url] = process.argv.slice(2)

get(String(url), { headers: { 'accept-encoding': 'br' } }, (page) => {
  /** @type {Buffer[]} */
  const chunks = []
  page.on('data', (chunk) => chunks.push(chunk))
  page.on('end', () => {
    const body = Buffer.concat(chunks)
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'content-encoding': 'br',
    }
    createServer((_, response) => response.writeHead(200, headers).end(body)).listen(
      Number(port),
      '127.0.0.1',
      () => console.log('listening'),
    )
  })
})
