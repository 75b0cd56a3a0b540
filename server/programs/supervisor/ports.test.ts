import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { assertPortIsFree } from './ports.ts'

test('a port in use is named, with the setting that chooses another', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(assertPortIsFree(port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=`,
  )
  other.close()
  await once(other, 'close')
  await assertPortIsFree(port, '127.0.0.1')
})
