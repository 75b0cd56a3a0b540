import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openSmtp } from './smtp.ts'

const MESSAGE = {
  from: { name: 'Petal', address: 'shop@example.com' },
  to: { name: '', address: 'iris@example.com' },
  envelope: { from: 'shop@example.com', to: ['iris@example.com'] },
  subject: 'Hello',
  text: 'Hello',
}

async function givenServer(onConnection: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

test('a server that trickles its answer for ever is given up', async () => {
  // Each byte resets the socket timeout, so only the limit on the whole delivery ends it.
  const settings = await givenServer((socket) => {
    socket.write('220 open\r\n')
    socket.once('data', () => {
      const trickle = setInterval(() => socket.write('250-still thinking\r\n'), 20)
      socket.on('close', () => clearInterval(trickle))
    })
  })
  const smtp = openSmtp(settings, 300)
  await expect(smtp.send(MESSAGE)).rejects.toThrow()
  smtp.close()
})

test('a password is not sent to a remote server that offers no encryption', async () => {
  const heard: string[] = []
  const settings = await givenServer((socket) => {
    socket.write('220 open\r\n')
    socket.on('data', (data) => {
      heard.push(String(data))
      socket.write(
        /^EHLO/.test(String(data)) ? '250-here\r\n250 AUTH PLAIN LOGIN\r\n' : '502 no\r\n',
      )
    })
  })
  // Another name of this machine, which does not look like it.
  const smtp = openSmtp({ ...settings, host: '0.0.0.0', user: 'petal', password: 'hush' }, 3000)
  await expect(smtp.send(MESSAGE)).rejects.toThrow()
  expect(heard.join('')).not.toMatch(/AUTH|hush|aHVzaA/)
  smtp.close()
})
